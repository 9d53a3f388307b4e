import type { Draft } from "@stillreel/watch/discussion";

const keyOf = (slug: string): string => `stillreel.draft.${slug}`;

/** Stores a draft in this tab while the visitor signs in on another page. Null deletes it. */
export function storeDraft(slug: string, draft: Draft | null): void {
  try {
    if (draft) sessionStorage.setItem(keyOf(slug), JSON.stringify(draft));
    else sessionStorage.removeItem(keyOf(slug));
  } catch {
    // Storage is unavailable.
  }
}

/** Returns the stored draft, if any. */
export function readDraft(slug: string): Draft | null {
  try {
    const draft = JSON.parse(sessionStorage.getItem(keyOf(slug)) ?? "null") as Partial<Draft> | null;
    if (typeof draft?.text !== "string") return null;
    return { text: draft.text, at: draft.at ?? null, parentId: draft.parentId ?? null, mentions: draft.mentions ?? [] };
  } catch {
    return null;
  }
}
