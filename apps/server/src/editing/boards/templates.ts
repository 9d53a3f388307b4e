import { templateOf as drawTemplate, type TemplateName } from "@stillreel/board/shapes";
import type { BoardDocument } from "@stillreel/contract";
import en from "@stillreel/i18n/en/boards.json" with { type: "json" };

/** Returns the drawing of a template. Its words are English, as users can change them; pages send templates in their own language. */
export const templateOf = (template: TemplateName): BoardDocument =>
  drawTemplate(template, (name, values) => en.texts[name].replace("{{number}}", String(values?.number ?? "")));
