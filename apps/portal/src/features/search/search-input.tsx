import { Kbd, Strip } from "@stillreel/ui";
import { IconSearch } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import styles from "./search-palette.module.css";
import type { SearchPaletteState } from "./use-search-palette.ts";

interface Props {
  state: SearchPaletteState;
  listId: string;
  /** Closes the dialog on phones, which have no Escape. */
  onCancel: (() => void) | null;
}

/** The input of the search dialog with its scope. */
export function SearchInput({ state, listId, onCancel }: Props): ReactNode {
  const { t } = useTranslation("search");
  const { current, scopeName } = state;
  return (
    <div className={styles.top}>
      <IconSearch size={20} stroke={1.7} aria-hidden="true" className={styles.searchIcon} />
      <input
        className={styles.input}
        value={state.typed}
        onChange={(event) => state.change(event.currentTarget.value)}
        onKeyDown={state.handleKey}
        placeholder={t("placeholder")}
        role="combobox"
        aria-expanded="true"
        aria-controls={listId}
        aria-activedescendant={current ? `${listId}-${current.id}` : undefined}
        aria-autocomplete="list"
        aria-label={t("placeholder")}
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        dir="auto"
        data-first-focus
      />
      {state.hasScopes && (
        <>
          <button
            type="button"
            className={styles.scope}
            onClick={() => state.goToScope(1)}
            aria-label={t("scope.label", { scope: scopeName })}
          >
            <bdi>{scopeName}</bdi>
          </button>
          <span className={styles.tab}>
            <Kbd>Tab</Kbd>
          </span>
        </>
      )}
      {onCancel && (
        <button type="button" className={styles.cancel} onClick={onCancel}>
          {t("close")}
        </button>
      )}
      {state.isSlow && (
        <div className={styles.strip}>
          <Strip label={t("searching")} height={2} />
        </div>
      )}
    </div>
  );
}
