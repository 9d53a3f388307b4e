import { Button } from "@mantine/core";
import type { PictureErrorCode } from "@stillreel/editor/core";
import { BrokenMark, DeadEnd } from "@stillreel/ui";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { downloadUrl } from "../../entities/items/item-links.ts";
import type { ItemView } from "../../entities/items/item-list.ts";
import { itemPath } from "../../entities/spaces/addresses.ts";

/** Explains why this browser cannot annotate a picture, and offers alternatives. */
export function RefusedPicture({ item, reason }: { item: ItemView; reason: PictureErrorCode | "newer" }): ReactNode {
  const { t } = useTranslation("annotate");
  return (
    <DeadEnd
      art={<BrokenMark />}
      title={t(`refused.${reason}`)}
      actions={
        <>
          {reason === "newer" ? (
            <Button size="lg" onClick={() => location.reload()}>
              {t("refused.reload")}
            </Button>
          ) : (
            <Button size="lg" component="a" href={downloadUrl(item.id)} download="">
              {t("refused.download")}
            </Button>
          )}
          <Button size="lg" variant="default" component={Link} to={itemPath(item)}>
            {t("back")}
          </Button>
        </>
      }
    >
      {t(reason === "newer" ? "refused.newerText" : "refused.text")}
    </DeadEnd>
  );
}
