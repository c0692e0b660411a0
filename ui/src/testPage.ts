import { configure } from "@testing-library/svelte";

// The code of a view loads when it is shown. No test is judged by its speed.
configure({ asyncUtilTimeout: 60_000 });

// The test page has no top layer.
HTMLElement.prototype.showPopover = () => undefined;
