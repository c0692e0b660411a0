import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/svelte";
import { afterEach, expect, test } from "vitest";

import App from "../App.svelte";
import { fetchAds, testDesk } from "../bridge/testDesk";
import { Workbench } from "../state/workbench.svelte";

const SPRING = { kind: "campaign", id: "1072288341" } as const;
const OF_ANOTHER_ACCOUNT = { kind: "campaign", id: "1072279406" } as const;

afterEach(cleanup);

test("the detail shows facts until they are forgotten", async () => {
  location.hash = "";
  localStorage.clear();
  const desk = await testDesk();
  const ads = await fetchAds(desk, "expandable");
  await desk.setFact({ subject: "account/3310/login/mara.lindgaard", fact: "mayWrite" }, true);
  const workbench = new Workbench(desk);
  render(App, { workbench });
  await workbench.start();
  for (const [target, count] of [
    [ads[0]!, 1],
    [OF_ANOTHER_ACCOUNT, 0],
    [SPRING, 1],
  ] as const) {
    await workbench.open(target);
    await fireEvent.click(await screen.findByRole("tab", { name: "Fields" }));
    const article = screen.getByRole("article");
    await waitFor(() => expect(within(article).queryAllByText(/^Known facts/u), target.id).toHaveLength(count));
  }
  const facts = screen.getByRole("group", { name: "" });
  expect(facts.textContent).toMatch(/May mara\.lindgaard save objects of account 3310\? Yes\. \w+ said so\. 1 Apr 2026/u);
  await fireEvent.click(within(facts).getByText(/^Forget/u));
  await waitFor(() => expect(screen.queryByText(/^Known facts/u)).toBeNull());
  expect(await desk.facts(SPRING)).toEqual([]);
});
