// The window in which a secret is typed. It contains nothing else of the program, and its process ends with it.

import { mount } from "svelte";

import { refuseDrops } from "./bridge/drops";
import { secretEntry } from "./bridge/secretEntry";
import SecretEntry from "./views/SecretEntry.svelte";
import "./styles/index.css";

refuseDrops();
const target = document.getElementById("app");
if (target) mount(SecretEntry, { target, props: { entry: secretEntry } });
