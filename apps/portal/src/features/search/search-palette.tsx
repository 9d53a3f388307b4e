import { useMediaQuery } from "@mantine/hooks";
import { Kbd, VISUALLY_HIDDEN } from "@stillreel/ui";
import { DialogFrame } from "@stillreel/ui/primitives";
import { IconEye } from "@tabler/icons-react";
import { useId, type ReactNode } from "react";
import { Trans, useTranslation } from "react-i18next";
import { usePreview } from "../../entities/spaces/preview.ts";
import { useSpace } from "../../entities/spaces/use-space.ts";
import { IS_APPLE } from "./command-key.ts";
import { SearchInput } from "./search-input.tsx";
import styles from "./search-palette.module.css";
import { SearchResults } from "./search-results.tsx";
import { useSearchPalette } from "./use-search-palette.ts";

/** The search dialog: finds items, comments and folders while typing, and offers actions. */
export function SearchPalette({ onClose }: { onClose: () => void }): ReactNode {
  const { t } = useTranslation("search");
  const listId = useId();
  const isPhone = useMediaQuery("(max-width: 639px)", window.innerWidth < 640, { getInitialValueInEffect: false });
  const state = useSearchPalette(onClose);
  return (
    <DialogFrame label={t("open")} backdropClassName={styles.backdrop} className={`${styles.dialog} on-raised`} onClose={onClose}>
      <SearchInput state={state} listId={listId} onCancel={isPhone ? onClose : null} />
      {state.asMember !== null && <AsMember />}
      <SearchResults state={state} listId={listId} />
      <p className={VISUALLY_HIDDEN.always} role="status">
        {state.isBlank || state.isAsking ? "" : t("count", { count: state.count })}
      </p>
      <Keys canCopyLink={state.asMember === null} />
    </DialogFrame>
  );
}

/** The keys of the dialog, as printed. */
function Keys({ canCopyLink }: { canCopyLink: boolean }): ReactNode {
  const { t } = useTranslation("search");
  return (
    <div className={styles.foot} aria-hidden="true">
      <span>
        <Kbd>↑</Kbd> <Kbd>↓</Kbd> {t("keys.choose")}
      </span>
      <span>
        <Kbd>↵</Kbd> {t("keys.open")}
      </span>
      {canCopyLink && (
        <span>
          <Kbd>{IS_APPLE ? "⌘↵" : "Ctrl ↵"}</Kbd> {t("keys.copyLink")}
        </span>
      )}
      <span className={styles.esc}>
        <Kbd>Esc</Kbd> {t("keys.close")}
      </span>
    </div>
  );
}

/** Shows whose view is searched, because the dialog covers the preview bar. */
function AsMember(): ReactNode {
  const { t } = useTranslation("search");
  const { workspace } = useSpace();
  const values = { name: usePreview()?.name, place: workspace?.name };
  return (
    <p className={styles.as}>
      <IconEye size={17} stroke={1.7} aria-hidden="true" />
      <span>
        <Trans t={t} i18nKey="asMember" values={values} components={{ b: <b />, bdi: <bdi /> }} />
      </span>
    </p>
  );
}
