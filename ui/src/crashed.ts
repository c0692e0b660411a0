// The page that is shown when the main page crashed again. It has little content, so that little can fail.

import { mount } from "svelte";

import { refuseDrops } from "./bridge/drops";
import { closeWindow } from "./bridge/window";
import Crashed from "./views/Crashed.svelte";
import "./styles/index.css";

refuseDrops();
const target = document.getElementById("app");
if (target) mount(Crashed, { target, props: { close: closeWindow } });
