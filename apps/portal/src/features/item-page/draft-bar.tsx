import { Button } from "@mantine/core";
import { ICON } from "@stillreel/ui";
import { IconPencil } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { formatTime } from "../../platform/format/format-date.ts";
import { deleteDraft, storeDraft, type Draft } from "../../entities/annotation-drafts/annotation-drafts.ts";
import { useDraft } from "../../entities/annotation-drafts/use-annotation-draft.ts";
import { offerUndo } from "../../entities/undo/undo.ts";
import type { ItemView } from "../../entities/items/item-list.ts";
import { annotatePath } from "../../entities/spaces/addresses.ts";
import styles from "./item.module.css";
import { userQuery } from "../../platform/session/user.queries.ts";

/** Reports an unsaved draft and links to the editor. */
export function DraftBar({ item }: { item: ItemView }): ReactNode {
  const { t, i18n } = useTranslation("item");
  const { data: user } = useQuery(userQuery);
  const draft = useDraft(user?.id, item.id);
  if (!draft || !canAnnotate(item)) return null;
  const discard = async (given: Draft): Promise<void> => {
    await deleteDraft(given.userId, given.itemId);
    offerUndo(t("draft.discarded"), t("draft.undo"), async () => void (await storeDraft(given)));
  };
  return (
    <div className={`${styles.bar} ${styles.draftBar}`} role="status">
      <IconPencil {...ICON} />
      <p>{t("draft.text", { when: formatTime(draft.keptAt, i18n.language) })}</p>
      <Button variant="default" component={Link} to={annotatePath(item)}>
        {t("draft.go")}
      </Button>
      <Button variant="quiet" onClick={() => void discard(draft)}>
        {t("draft.discard")}
      </Button>
    </div>
  );
}

/** Returns whether the user can annotate the item now. */
export const canAnnotate = (item: ItemView): boolean =>
  item.type === "image" && item.permission.write && !item.trash && item.sourceUrl !== null && item.stage !== "failed";
