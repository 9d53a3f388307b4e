import { useNavigate } from "@tanstack/react-router";
import { queryClient } from "../../platform/api.ts";
import { copyLink } from "../../entities/items/item-links.ts";
import { folderTarget, itemPath } from "../../entities/spaces/addresses.ts";
import { spaceOf } from "../../entities/spaces/space-ref.ts";
import { workspacesQuery } from "../../entities/spaces/spaces.queries.ts";
import type { SearchHit } from "./search.queries.ts";
import type { SearchOption } from "./search-options.ts";

/** Returns the handler of a selected row: opens its page, or (with `wantsLink`) copies an item's link. */
export function useChooseOption({ onClose, onRecent }: { onClose: () => void; onRecent: (text: string) => void }) {
  const navigate = useNavigate();
  return (option: SearchOption, wantsLink: boolean): void => {
    if (option.kind === "recent") return onRecent(option.text);
    onClose();
    if (option.kind === "command") return option.command.run();
    if (option.kind === "person")
      return void navigate({ to: "/w/$workspaceId/members", params: { workspaceId: option.person.workspaceId } });
    if (wantsLink && option.kind !== "folder") return void copyLink(option.hit);
    void knowWorkspaces().then(() => {
      if (option.kind !== "folder") return navigate({ to: itemPath(option.hit), search: startOf(option.hit.match) as never });
      const { id, kind } = option.folder;
      return navigate(folderTarget({ ref: spaceOf(option.folder), kind, folderId: id }));
    });
  };
}

/** Returns the second of a match in the chapters or the speech of a video, as the player reads it from the address. */
const startOf = ({ kind, at }: SearchHit["match"]): { t?: number } =>
  (kind === "chapter" || kind === "speech") && at !== null ? { t: Math.floor(at * 10) / 10 } : {};

/** Loads the workspaces: a result's address depends on them. After an error the address is resolved later. */
const knowWorkspaces = (): Promise<unknown> => queryClient.ensureQueryData(workspacesQuery).catch(() => undefined);
