import { useTranslation } from "react-i18next";
import type { ItemView } from "../../../entities/items/item-list.ts";
import { useAccessRequest } from "../../../ui/status/use-access-request.ts";

/** Asking for permission to edit a board. The connection of the board announces when it was given. */
interface AskToEdit {
  label: string;
  isDisabled: boolean;
  ask: () => void;
}

/** Returns how the user asks to edit; null for users who may. */
export function useAskToEdit(item: ItemView, isOn: boolean): AskToEdit | null {
  const { t } = useTranslation("boards");
  const { isAsked, isLoading, isSending, ask } = useAccessRequest({ type: "item", id: item.id }, { level: "edit", isOn });
  return isOn ? { label: t(isAsked ? "askedToEdit" : "askToEdit"), isDisabled: isAsked || isLoading || isSending, ask } : null;
}
