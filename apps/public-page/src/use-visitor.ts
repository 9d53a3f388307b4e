import { useTexts } from "@stillreel/watch/player";
import type { Viewer } from "@stillreel/watch/core";
import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { loadViewer } from "./api.ts";
import { slot, type PageData } from "./page-data.ts";

/** An action that needs an account. */
export type SignInReason = "comment" | "like" | "react" | "download";

/** An open sign-in request: action and anchor. Without an anchor it is below the composer. */
interface Asked {
  reason: SignInReason;
  anchor: HTMLElement | null;
}

/** The visitor of the page and sign-in functions. */
export interface Visitor {
  /** Undefined while loading; null when signed out. */
  viewer: Viewer | null | undefined;
  /** Whether the visitor can create an account. */
  canRegister: boolean;
  asked: Asked | null;
  /** Asks to sign in on the page. Resolves to true after sign-in, false when cancelled. */
  ask(reason: SignInReason, anchor: HTMLElement | null): Promise<boolean>;
  /** Called after sign-in. */
  signedIn(): Promise<void>;
  giveUp(): void;
}

/** Tracks the visitor of the page. */
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
    canRegister: data.canRegister,
    asked,
    ask: (reason, anchor) => {
      answer.current?.(false);
      setAsked({ reason, anchor });
      return new Promise((resolve) => {
        answer.current = resolve;
      });
    },
    signedIn: async () => {
      const now = await loadViewer();
      // The requested action follows with the new account.
      flushSync(() => setViewer(now));
      showInHeader(t("page.openLibrary"));
      settle(now !== null);
    },
    giveUp: () => settle(false),
  };
}

/** Replaces the sign-in link of the header with a link to the library. */
function showInHeader(text: string): void {
  const link = document.createElement("a");
  link.className = "btn default";
  link.href = "/images";
  link.textContent = text;
  slot("account")?.replaceChildren(link);
}
