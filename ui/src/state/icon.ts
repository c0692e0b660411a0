import type Pencil from "~icons/lucide/pencil";

/** A picture from the icon set, as a component. All of them have the same properties. */
export type Icon = typeof Pencil;
