import type { Draft } from "@stillreel/watch/discussion";

const keyOf = (slug: string): string => `stillreel.draft.${slug}`;

/** Keeps what somebody wrote while they sign in on another page, in this tab alone. Null forgets it. */
export function keepDraft(slug: string, draft: Draft | null): void {
  try {
    if (draft) sessionStorage.setItem(keyOf(slug), JSON.stringify(draft));
    else sessionStorage.removeItem(keyOf(slug));
  } catch {
    // A browser that keeps nothing.
  }
}

/** What was kept before the way over another page, if anything was. */
export function keptDraft(slug: string): Draft | null {
  try {
    const draft = JSON.parse(sessionStorage.getItem(keyOf(slug)) ?? "null") as Partial<Draft> | null;
    if (typeof draft?.text !== "string") return null;
    return { text: draft.text, at: draft.at ?? null, parentId: draft.parentId ?? null, mentions: draft.mentions ?? [] };
  } catch {
    return null;
  }
}
