export { plainElement, textParts } from "./plain-element.ts";
export { templateOf, type TemplateName, type TemplateText, type TemplateTexts } from "./templates.ts";
