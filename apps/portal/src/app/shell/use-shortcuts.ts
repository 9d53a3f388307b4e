import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { undoLast } from "../../entities/undo/undo.ts";
import { workspacesQuery } from "../../entities/spaces/spaces.queries.ts";
import { isTyping } from "../../ui/is-typing.ts";
import { pickFiles } from "../../entities/uploads/open-uploads.ts";
import { openDialog } from "../../platform/dialogs.ts";

/** Time limit for the second key after `G` in milliseconds. */
const SEQUENCE_MS = 1000;

/** Target of the key after `G`. */
const GO_TARGETS: Record<string, "/images" | "/videos" | "/boards" | "/shared" | "/starred" | "/trash" | undefined> = {
  i: "/images",
  v: "/videos",
  b: "/boards",
  h: "/shared",
  s: "/starred",
  t: "/trash",
};

/** Shortcuts of every shell page: `G` plus a section or workspace number, `U`, `R`, `⇧N`, `?`, `⌘Z`. Disabled while typing. */
export function useShortcuts(newFolder: () => void): void {
  const navigate = useNavigate();
  const queries = useQueryClient();
  useEffect(() => {
    let goPressedAt = -Infinity;
    /** Opens the target of the key after `G`; returns false when there is none. */
    const go = (key: string): boolean => {
      const target = GO_TARGETS[key];
      if (target) void navigate({ to: target, search: {} });
      const workspace = /^[1-9]$/u.test(key) ? queries.getQueryData(workspacesQuery.queryKey)?.[Number(key) - 1] : undefined;
      if (workspace) void navigate({ to: "/w/$workspaceId/overview", params: { workspaceId: workspace.id } });
      return target !== undefined || workspace !== undefined;
    };
    const onKey = (event: KeyboardEvent): void => {
      if (event.altKey || isTyping(event.target)) return;
      if (event.ctrlKey || event.metaKey) {
        if (event.key.toLowerCase() === "z" && !event.shiftKey && !event.defaultPrevented && undoLast()) event.preventDefault();
        return;
      }
      const isSecondKey = event.timeStamp - goPressedAt < SEQUENCE_MS;
      goPressedAt = -Infinity;
      // The second key of a sequence must not trigger a list shortcut (S stars): it is handled first.
      const isGone = isSecondKey && go(event.key);
      if (isGone) event.stopPropagation();
      else if (event.key === "g") goPressedAt = event.timeStamp;
      else if (event.defaultPrevented) return;
      else if (event.key === "u") pickFiles();
      else if (event.key === "r") void navigate({ to: "/record" });
      else if (event.key === "N" && event.shiftKey) newFolder();
      else if (event.key === "?") openDialog("shortcuts", {});
      else return;
      event.preventDefault();
    };
    document.addEventListener("keydown", onKey, { capture: true });
    return () => document.removeEventListener("keydown", onKey, { capture: true });
  }, [navigate, queries, newFolder]);
}
