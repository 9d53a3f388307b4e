import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { ItemView } from "../../../entities/items/item-list.ts";
import { useAccessRequest } from "../../../ui/status/use-access-request.ts";

/** Asks for permission to edit a board. The connection of the board announces when it was given. */
export function AskToEdit({ item }: { item: ItemView }): ReactNode {
  const { t } = useTranslation("boards");
  const { isAsked, isLoading, isSending, ask } = useAccessRequest({ type: "item", id: item.id }, { level: "edit" });
  return (
    <Button size="xs" variant="default" disabled={isAsked || isLoading} loading={isSending} onClick={ask}>
      {t(isAsked ? "askedToEdit" : "askToEdit")}
    </Button>
  );
}
