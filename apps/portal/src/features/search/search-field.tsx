import { Kbd, VISUALLY_HIDDEN } from "@stillreel/ui";
import { IconSearch } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { IS_APPLE } from "./command-key.ts";
import styles from "./search-field.module.css";
import { loadPalette, SearchLayer } from "./search-layer.tsx";
import { openSearch } from "./search-store.ts";

/** The header's search button, styled as a field, which opens the search dialog. */
export function SearchField(): ReactNode {
  const { t } = useTranslation("search");
  const preload = (): void => void loadPalette();
  return (
    <>
      <button
        type="button"
        className={styles.field}
        onClick={openSearch}
        onPointerEnter={preload}
        onFocus={preload}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K /"
      >
        <IconSearch size={18} stroke={1.6} aria-hidden="true" />
        <span className={`${styles.label} ${VISUALLY_HIDDEN.narrow}`}>{t("placeholder")}</span>
        <span className={styles.keys}>
          <Kbd>{IS_APPLE ? "⌘K" : "Ctrl K"}</Kbd>
        </span>
      </button>
      <SearchLayer />
    </>
  );
}
