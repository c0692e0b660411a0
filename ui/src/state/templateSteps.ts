// Steps with templates that involve several parts of the window.

import type { DocumentRef, TemplateRequest, TemplateRow } from "../bridge/bindings";
import type { Workbench } from "./workbench.svelte";

export async function newFromTemplate(workbench: Workbench, template: string): Promise<void> {
  await workbench.begin(() => workbench.desk.useTemplate(template));
}

/** Opens the dialog that saves a campaign or draft as a template, including the typed text. */
export async function openTemplateDialog(workbench: Workbench, target: DocumentRef): Promise<void> {
  await workbench.detail.edits.flush();
  await workbench.templates.openSaveDialog(target);
}

export async function saveTemplate(workbench: Workbench, request: TemplateRequest): Promise<void> {
  const saved = await workbench.templates.submit(() => workbench.desk.saveTemplate(request));
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
