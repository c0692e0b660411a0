// Steps with templates that involve several parts of the window.

import type { BatchTemplateRequest, DocumentRef, SavedTemplate, TemplateProduct, TemplateRequest, TemplateRow } from "../bridge/bindings";
import { openBatch } from "./batchSteps";
import type { Workbench } from "./workbench.svelte";

/** Creates what a template is for, and opens it. */
export async function newFromTemplate(workbench: Workbench, { id, product }: Pick<TemplateRow, "id" | "product">): Promise<void> {
  if (product === "campaign") return workbench.begin(() => workbench.desk.useTemplate(id));
  await workbench.attempt(async () => {
    const batch = await workbench.desk.batchFromTemplate(id);
    await openBatch(workbench, batch.id);
  });
}

/** Creates what a template is for by its id, as the palette knows it. */
export async function newFromTemplateId(workbench: Workbench, id: string): Promise<void> {
  await workbench.templates.refresh();
  const template = workbench.templates.all.find((template) => template.id === id);
  if (template) await newFromTemplate(workbench, template);
}

/** The maximum number of templates in a menu. The view of templates has all of them. */
const maxEntries = 8;

/** Returns the entries of a menu for the templates of campaigns or of batches. */
export function templateEntries(workbench: Workbench, product: TemplateProduct): { label: string; run: () => unknown }[] {
  const fitting = workbench.templates.all.filter((template) => template.product === product);
  const entry = (template: TemplateRow) => ({
    label: `From the template “${template.name}”`,
    run: () => newFromTemplate(workbench, template),
  });
  return fitting.slice(0, maxEntries).map(entry);
}

/** Opens the dialog that saves a campaign or draft as a template, including the typed text. */
export async function openTemplateDialog(workbench: Workbench, target: DocumentRef): Promise<void> {
  await workbench.detail.edits.flush();
  await workbench.templates.openSaveDialog(target);
}

export async function saveTemplate(workbench: Workbench, request: TemplateRequest): Promise<void> {
  showSaved(workbench, await workbench.templates.submit(() => workbench.desk.saveTemplate(request)));
}

/** Saves the columns and the first row of a batch as a template. */
export async function saveBatchTemplate(workbench: Workbench, request: BatchTemplateRequest): Promise<void> {
  showSaved(workbench, await workbench.templates.submit(() => workbench.desk.saveBatchTemplate(request)));
}

function showSaved(workbench: Workbench, saved: SavedTemplate | null): void {
  if (!saved) return;
  const { template, replaced } = saved;
  if (replaced === null)
    workbench.notices.show(`“${template.name}” is in your templates.`, { label: "Show", run: () => workbench.go("templates") });
  else
    workbench.notices.show(`“${template.name}” was replaced.`, {
      label: "Undo",
      run: () => restoreTemplate(workbench, replaced, template.id),
    });
}

export async function renameTemplate(workbench: Workbench, template: string, name: string, description: string): Promise<void> {
  await workbench.templates.submit(() => workbench.desk.renameTemplate(template, name, description));
}

export async function duplicateTemplate(workbench: Workbench, { id }: TemplateRow): Promise<void> {
  await workbench.attempt(async () => {
    const { name } = await workbench.desk.duplicateTemplate(id);
    await workbench.templates.refresh();
    workbench.notices.show(`“${name}” was created.`);
  });
}

export async function deleteTemplate(workbench: Workbench, { id, name }: TemplateRow): Promise<void> {
  await workbench.attempt(async () => {
    await workbench.desk.deleteTemplate(id);
    await workbench.templates.refresh();
    workbench.notices.show(`“${name}” was deleted.`, { label: "Undo", run: () => restoreTemplate(workbench, id, null) });
  });
}

async function restoreTemplate(workbench: Workbench, template: string, inPlaceOf: string | null): Promise<void> {
  await workbench.desk.restoreTemplate(template, inPlaceOf);
  await workbench.templates.refresh();
}
