import { Button } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { ICON, VISUALLY_HIDDEN } from "@stillreel/ui";
import { IconLayoutGrid, IconList, IconSortDescending } from "@tabler/icons-react";
import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { ActionMenu } from "../../ui/action-menu.tsx";
import type { ViewPreference } from "../../entities/items/view-preference.ts";
import { sortMenu } from "../../ui/sort-menu.ts";
import styles from "./view-tools.module.css";
import type { MenuAction } from "../../ui/menu-content.ts";

const LAYOUTS = [
  { value: "grid", icon: IconLayoutGrid },
  { value: "list", icon: IconList },
] as const;

interface Props {
  preference: ViewPreference;
  hasFolderSort?: boolean;
  onChange: (part: Partial<ViewPreference>) => void;
}

/** View settings of a screen: order, and grid or list. */
export function ViewTools({ preference, hasFolderSort = false, onChange }: Props): ReactNode {
  const { t } = useTranslation("library");
  const [isOpen, setOpen] = useState(false);
  const [items = [], folders = []] = sortMenu(t, { items: preference.sort, folders: preference.folderSort }, (part) =>
    onChange({
      ...(part.items === undefined ? {} : { sort: part.items }),
      ...(part.folders === undefined ? {} : { folderSort: part.folders }),
    }),
  );
  const layouts = LAYOUTS.map(({ value }, index): MenuAction => ({
    label: t(`layout.${value}`),
    isChecked: value === preference.layout,
    onSelect: () => onChange({ layout: value }),
    ...(index === 0 ? { heading: t("layout.label") } : {}),
  }));
  // Phones have one button for all settings.
  const isPhone = useMediaQuery("(max-width: 639px)", false, { getInitialValueInEffect: false });
  const groups = [items, ...(hasFolderSort ? [folders] : []), ...(isPhone ? [layouts] : [])];
  return (
    <>
      <ActionMenu label={t("sort.label")} groups={groups} isOpen={isOpen} onChange={setOpen}>
        <Button variant="quiet" className={styles.sort} leftSection={<IconSortDescending {...ICON} className={styles.mirrored} />}>
          <span className={VISUALLY_HIDDEN.phone}>{t(`sort.${preference.sort}Short`)}</span>
        </Button>
      </ActionMenu>
      <div className={styles.layouts} role="group" aria-label={t("layout.label")}>
        {LAYOUTS.map(({ value, icon: LayoutIcon }) => (
          <button
            key={value}
            type="button"
            className={styles.layout}
            aria-pressed={value === preference.layout}
            aria-label={t(`layout.${value}`)}
            title={t(`layout.${value}`)}
            onClick={() => onChange({ layout: value })}
          >
            <LayoutIcon size={17} stroke={1.7} aria-hidden="true" />
          </button>
        ))}
      </div>
    </>
  );
}
