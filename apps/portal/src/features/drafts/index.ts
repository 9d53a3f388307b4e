export { dropAllDrafts, dropDraft, findDraft, keepDraft, type Draft } from "./drafts.ts";
export { useDraft } from "./use-draft.ts";
