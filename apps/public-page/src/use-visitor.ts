import { useTexts } from "@stillreel/watch/player";
import type { Viewer } from "@stillreel/watch/core";
import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { loadViewer } from "./api.ts";
import { slot, type PageData } from "./page-data.ts";

/** What somebody wanted to do that needs an account. */
export type Wish = "comment" | "like" | "react" | "download";

/** A question to sign in that stands open: why, and beside what. Without an anchor it stands under the composer. */
export interface Asked {
  wish: Wish;
  anchor: HTMLElement | null;
}

/** Who looks at the page, and how they come to be somebody. */
export interface Visitor {
  /** Undefined until it is known; null for nobody. */
  viewer: Viewer | null | undefined;
  asked: Asked | null;
  /** Asks to sign in right there. True once they have, false when they gave up. */
  ask(wish: Wish, anchor: HTMLElement | null): Promise<boolean>;
  /** They signed in. */
  signedIn(): Promise<void>;
  giveUp(): void;
}

/** Follows who looks at the page. */
export function useVisitor(data: PageData): Visitor {
  const { t } = useTexts();
  const [viewer, setViewer] = useState<Viewer | null | undefined>(data.signedIn ? undefined : null);
  const [asked, setAsked] = useState<Asked | null>(null);
  const answer = useRef<((hasSignedIn: boolean) => void) | null>(null);
  useEffect(() => {
    if (data.signedIn) void loadViewer().then(setViewer);
  }, [data]);
  const settle = (hasSignedIn: boolean): void => {
    setAsked(null);
    const waiting = answer.current;
    answer.current = null;
    waiting?.(hasSignedIn);
  };
  return {
    viewer,
    asked,
    ask: (wish, anchor) => {
      answer.current?.(false);
      setAsked({ wish, anchor });
      return new Promise((resolve) => {
        answer.current = resolve;
      });
    },
    signedIn: async () => {
      const now = await loadViewer();
      // What they wanted happens next, in their name.
      flushSync(() => setViewer(now));
      showInHeader(t("page.openLibrary"));
      settle(now !== null);
    },
    giveUp: () => settle(false),
  };
}

/** The header offers the library instead of signing in. */
function showInHeader(text: string): void {
  const link = document.createElement("a");
  link.className = "btn default";
  link.href = "/images";
  link.textContent = text;
  slot("account")?.replaceChildren(link);
}
