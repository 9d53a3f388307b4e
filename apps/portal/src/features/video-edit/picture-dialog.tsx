import { copyEditAsset, type EditAsset } from "@stillreel/contract";
import { toasts } from "@stillreel/ui";
import { useMutation } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { ItemView } from "../../entities/items/item-list.ts";
import { useFoundItems } from "../../entities/items/use-found-items.ts";
import { spaceOf } from "../../entities/spaces/space-ref.ts";
import { client, errorText } from "../../platform/api.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { ItemChoice } from "../../ui/item-choice.tsx";

interface Props {
  /** The edited video, whose space is offered. */
  item: ItemView;
  /** Called with the copy. A failure is shown, and another image can be chosen. */
  onChoose: (asset: EditAsset) => void;
  onClose: () => void;
}

/** Lets the user choose an image of the same space, and copies it for the edits. The newest come first. */
export function PictureDialog({ item, onChoose, onClose }: Props): ReactNode {
  const { t } = useTranslation("video-edit");
  const [typed, setTyped] = useState("");
  const items = useFoundItems(spaceOf(item), typed, "image");
  const copy = useMutation({
    mutationFn: (sourceItemId: string) => client.call(copyEditAsset, { params: { itemId: item.id }, body: { sourceItemId } }),
    meta: { handles: "all" },
    onSuccess: onChoose,
    onError: (error) => toasts.error(errorText(error)),
  });
  return (
    <Dialog title={t("picture.title")} size={600} onClose={onClose}>
      <ItemChoice
        text={t("picture.text")}
        label={t("join.find")}
        empty={t("picture.empty")}
        typed={typed}
        onType={setTyped}
        items={items}
        onChoose={({ id }) => !copy.isPending && copy.mutate(id)}
        busyId={copy.isPending ? copy.variables : undefined}
      />
    </Dialog>
  );
}
