import { Drawer, Menu } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { ICON, Kbd } from "@stillreel/ui";
import { IconCheck, type Icon } from "@tabler/icons-react";
import type { ReactElement, ReactNode } from "react";
import styles from "./action-menu.module.css";

/** One line of a menu. `href` makes it a link that saves a file; `isChecked` marks the current choice of several. */
export interface MenuAction {
  label: string;
  icon?: Icon;
  keyHint?: string;
  isDanger?: boolean;
  isChecked?: boolean;
  href?: string;
  onSelect?: () => void;
}

interface Props {
  heading?: string;
  label: string;
  /** Groups are parted by lines. */
  groups: MenuAction[][];
  isOpen: boolean;
  onChange: (isOpen: boolean) => void;
  /** The button that opens it; must be able to hold a ref. */
  children: ReactElement;
  /** True when the target only marks a place: the menu then gives the focus back itself. */
  position?: "bottom-start" | "bottom-end";
  onClosed?: () => void;
}

/** A menu beside its button; on phones a sheet from the bottom with rows of 48 px. */
export function ActionMenu(props: Props): ReactNode {
  const isPhone = useMediaQuery("(max-width: 639px)", false, { getInitialValueInEffect: false });
  return isPhone ? <Sheet {...props} /> : <Popup {...props} />;
}

function Popup({ heading, label, groups, isOpen, onChange, children, position = "bottom-end", onClosed }: Props): ReactNode {
  return (
    <Menu opened={isOpen} onChange={onChange} position={position} width={216} onExitTransitionEnd={onClosed} returnFocus={!onClosed}>
      <Menu.Target>{children}</Menu.Target>
      <Menu.Dropdown aria-label={label}>
        {heading && <Menu.Label>{heading}</Menu.Label>}
        {groups.map((group, index) => [
          index > 0 && <Menu.Divider key={`line-${index}`} />,
          ...group.map((action) => {
            const end = action.isChecked ? (
              <IconCheck size={16} stroke={2.2} aria-hidden="true" />
            ) : (
              action.keyHint && <Kbd>{action.keyHint}</Kbd>
            );
            const start = action.icon && <action.icon {...ICON} />;
            // Mantine fixes the role to "menuitem", which cannot be checked.
            const check = action.isChecked ? { "aria-current": true } : {};
            return action.href ? (
              <Menu.Item key={action.label} component="a" href={action.href} download="" leftSection={start} rightSection={end}>
                {action.label}
              </Menu.Item>
            ) : (
              <Menu.Item
                key={action.label}
                leftSection={start}
                rightSection={end}
                data-danger={action.isDanger || undefined}
                onClick={action.onSelect}
                {...check}
              >
                {action.label}
              </Menu.Item>
            );
          }),
        ])}
      </Menu.Dropdown>
    </Menu>
  );
}

function Sheet({ heading, label, groups, isOpen, onChange, children, onClosed }: Props): ReactNode {
  const close = (): void => onChange(false);
  return (
    <>
      {children}
      <Drawer.Root
        opened={isOpen}
        onClose={close}
        position="bottom"
        size="auto"
        classNames={{ content: styles.sheet }}
        onExitTransitionEnd={onClosed}
        returnFocus={!onClosed}
      >
        <Drawer.Overlay className={styles.scrim} backgroundOpacity={undefined} />
        <Drawer.Content radius="18px 18px 0 0" aria-label={label}>
          <span className={styles.grip} />
          {heading && <div className={styles.heading}>{heading}</div>}
          <div role="menu" aria-label={label}>
            {groups.flat().map((action) => {
              const content = (
                <>
                  {action.icon && <action.icon size={20} stroke={1.6} aria-hidden="true" />}
                  <span className={styles.label}>{action.label}</span>
                  {action.isChecked && <IconCheck size={20} stroke={2.2} aria-hidden="true" />}
                </>
              );
              const role =
                action.isChecked === undefined ? { role: "menuitem" } : { role: "menuitemradio", "aria-checked": action.isChecked };
              return action.href ? (
                <a key={action.label} className={styles.row} href={action.href} download="" onClick={close} {...role}>
                  {content}
                </a>
              ) : (
                <button
                  key={action.label}
                  type="button"
                  className={styles.row}
                  data-danger={action.isDanger || undefined}
                  {...role}
                  onClick={() => {
                    close();
                    action.onSelect?.();
                  }}
                >
                  {content}
                </button>
              );
            })}
          </div>
        </Drawer.Content>
      </Drawer.Root>
    </>
  );
}
