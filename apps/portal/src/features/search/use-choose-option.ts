import { useNavigate } from "@tanstack/react-router";
import { queryClient } from "../../platform/api.ts";
import { copyLink } from "../../entities/items/item-links.ts";
import { folderTarget, itemPath } from "../../entities/spaces/addresses.ts";
import { spaceOf } from "../../entities/spaces/space-ref.ts";
import { workspacesQuery } from "../../entities/spaces/spaces.queries.ts";
import type { SearchOption } from "./search-options.ts";

/** What happens when a line is chosen: its page opens, or (with `wantsLink`) an item's link is copied. */
export function useChooseOption({ onClose, onRecent }: { onClose: () => void; onRecent: (text: string) => void }) {
  const navigate = useNavigate();
  return (option: SearchOption, wantsLink: boolean): void => {
    if (option.kind === "recent") return onRecent(option.text);
    onClose();
    if (option.kind === "command") return option.command.run();
    if (wantsLink && option.kind !== "folder") return void copyLink(option.hit);
    void knowWorkspaces().then(() => {
      if (option.kind !== "folder") return navigate({ to: itemPath(option.hit) });
      const { id, kind } = option.folder;
      return navigate(folderTarget({ ref: spaceOf(option.folder), kind, folderId: id }));
    });
  };
}

/** What was found may lie in any workspace: its address tells which, so they have to be known. Without them it is looked for. */
const knowWorkspaces = (): Promise<unknown> => queryClient.ensureQueryData(workspacesQuery).catch(() => undefined);
