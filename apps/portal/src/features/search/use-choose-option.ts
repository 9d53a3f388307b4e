import { useNavigate } from "@tanstack/react-router";
import { copyLink } from "../library/index.ts";
import type { SearchOption } from "./search-options.ts";

/** What happens when a line is chosen: its page opens, or (with `wantsLink`) an item's link is copied. */
export function useChooseOption({ onClose, onRecent }: { onClose: () => void; onRecent: (text: string) => void }) {
  const navigate = useNavigate();
  return (option: SearchOption, wantsLink: boolean): void => {
    if (option.kind === "recent") return onRecent(option.text);
    onClose();
    if (option.kind === "command") return option.command.run();
    if (option.kind === "folder") {
      const search = { folder: option.folder.id };
      void (option.folder.kind === "video" ? navigate({ to: "/videos", search }) : navigate({ to: "/images", search }));
      return;
    }
    if (wantsLink) return void copyLink(option.hit);
    const params = { itemId: option.hit.id };
    void (option.hit.type === "video" ? navigate({ to: "/videos/$itemId", params }) : navigate({ to: "/images/$itemId", params }));
  };
}
