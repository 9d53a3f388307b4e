import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { ItemView } from "../../../entities/items/item-list.ts";
import { useFoundItems } from "../../../entities/items/use-found-items.ts";
import type { SpaceRef } from "../../../entities/spaces/space-ref.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { ItemChoice } from "../../../ui/item-choice.tsx";

interface Props {
  space: SpaceRef;
  onChoose: (item: ItemView) => void;
  onClose: () => void;
}

/** Lets the user choose an image or a video of the space. The newest come first. */
export function ItemPicker({ space, onChoose, onClose }: Props): ReactNode {
  const { t } = useTranslation("boards");
  const [typed, setTyped] = useState("");
  const items = useFoundItems(space, typed);
  const choose = (item: ItemView): void => {
    onChoose(item);
    onClose();
  };
  return (
    <Dialog title={t("item.pickerTitle")} size={640} onClose={onClose}>
      <ItemChoice
        text={t("item.pickerText")}
        label={t("item.find")}
        empty={t("item.empty")}
        typed={typed}
        onType={setTyped}
        items={items}
        onChoose={choose}
      />
    </Dialog>
  );
}
