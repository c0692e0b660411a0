// What a template has to do with the rest of the window.

import type { DocumentRef, TemplateRequest, TemplateRow } from "../bridge/bindings";
import type { Workbench } from "./workbench.svelte";

export async function newFromTemplate(bench: Workbench, template: string): Promise<void> {
  await bench.begin(() => bench.desk.useTemplate(template));
}

/** Asks how a campaign or draft is to be kept as a template; what is typed belongs to it. */
export async function askTemplate(bench: Workbench, target: DocumentRef): Promise<void> {
  await bench.detail.edits.flush();
  await bench.templates.ask(target);
}

export async function saveTemplate(bench: Workbench, request: TemplateRequest): Promise<void> {
  const saved = await bench.templates.answer(() => bench.desk.saveTemplate(request));
  if (!saved) return;
  const { template, replaced } = saved;
  if (replaced === null) bench.notices.say(`“${template.name}” is in your templates.`, { label: "Show", run: () => bench.go("templates") });
  else bench.notices.say(`“${template.name}” was replaced.`, { label: "Undo", run: () => bringBack(bench, replaced, template.id) });
}

export async function renameTemplate(bench: Workbench, template: string, name: string, description: string): Promise<void> {
  await bench.templates.answer(() => bench.desk.describeTemplate(template, name, description));
}

export async function duplicateTemplate(bench: Workbench, { id }: TemplateRow): Promise<void> {
  await bench.attempt(async () => {
    const { name } = await bench.desk.duplicateTemplate(id);
    await bench.templates.refresh();
    bench.notices.say(`“${name}” was made.`);
  });
}

export async function deleteTemplate(bench: Workbench, { id, name }: TemplateRow): Promise<void> {
  await bench.attempt(async () => {
    await bench.desk.deleteTemplate(id);
    await bench.templates.refresh();
    bench.notices.say(`“${name}” was deleted.`, { label: "Undo", run: () => bringBack(bench, id, null) });
  });
}

async function bringBack(bench: Workbench, template: string, inPlaceOf: string | null): Promise<void> {
  await bench.desk.restoreTemplate(template, inPlaceOf);
  await bench.templates.refresh();
}
