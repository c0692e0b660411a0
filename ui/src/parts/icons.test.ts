import { render } from "@testing-library/svelte";
import { expect, test } from "vitest";

import LayoutTemplate from "~icons/lucide/layout-template";

test("an icon has its size and its shapes", () => {
  const { container } = render(LayoutTemplate, { size: 15, strokeWidth: 1.8 });
  const icon = container.querySelector("svg");
  expect(icon?.getAttribute("width")).toBe("15");
  expect(icon?.getAttribute("stroke-width")).toBe("1.8");
  expect(icon?.getAttribute("aria-hidden")).toBe("true");
  const shapes = [...(icon?.querySelectorAll("rect") ?? [])];
  expect(shapes.map((shape) => shape.getAttribute("width"))).toEqual(["18", "9", "5"]);
});

test("an icon that says something is not hidden", () => {
  const { getByLabelText } = render(LayoutTemplate, { "aria-label": "template" });
  expect(getByLabelText("template").hasAttribute("aria-hidden")).toBe(false);
});
