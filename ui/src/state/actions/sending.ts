import CircleStop from "@lucide/svelte/icons/circle-stop";

import type { Action } from "./action";

/** What is done with what goes to the service. */
export const sendingActions: Action[] = [
  {
    id: "send.stop", title: "Stop sending", group: "Sending", icon: CircleStop,
    when: (bench) => bench.review.progress !== null,
    reason: (bench) => (bench.review.stopping ? "It is stopping already." : null),
    run: (bench) => bench.attempt(() => bench.review.stop()),
  },
];
