import { Drawer, Menu } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { ICON, Kbd } from "@stillreel/ui";
import { IconCheck } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { MenuAction, MenuContent, MenuAnchor } from "./menu-content.ts";
import styles from "./menu-panel.module.css";

interface Props extends MenuContent {
  anchor: MenuAnchor;
  isOpen: boolean;
  onChange: (isOpen: boolean) => void;
  /** Called after the menu has closed. The caller restores the focus. */
  onClosed: () => void;
}

/** A menu at a position; on phones a bottom sheet. */
export function MenuPanel(props: Props): ReactNode {
  const isPhone = useMediaQuery("(max-width: 639px)", false, { getInitialValueInEffect: false });
  return isPhone ? <Sheet {...props} /> : <Popup {...props} />;
}

function Popup({ label, groups, position = "bottom-end", width = 216, anchor, isOpen, onChange, onClosed }: Props): ReactNode {
  const { left, top, width: anchorWidth, height } = anchor.rect;
  return (
    <Menu opened={isOpen} onChange={onChange} position={position} width={width} onExitTransitionEnd={onClosed} returnFocus={false}>
      <Menu.Target>
        <button
          type="button"
          tabIndex={-1}
          data-menu-anchor
          className={styles.anchor}
          style={{ left, top, width: anchorWidth, height }}
          aria-label={label}
        />
      </Menu.Target>
      <Menu.Dropdown aria-label={label}>
        {groups.map((group, index) => [
          index > 0 && <Menu.Divider key={`line-${index}`} />,
          ...group.map((action) => [
            action.heading && <Menu.Label key={action.heading}>{action.heading}</Menu.Label>,
            <PopupItem key={action.label} action={action} />,
          ]),
        ])}
      </Menu.Dropdown>
    </Menu>
  );
}

function PopupItem({ action }: { action: MenuAction }): ReactNode {
  const shared = {
    leftSection: action.swatch ? (
      <span className={styles.swatch} style={{ backgroundColor: action.swatch }} />
    ) : (
      action.icon && <action.icon {...ICON} />
    ),
    rightSection: action.isChecked ? (
      <IconCheck size={16} stroke={2.2} aria-hidden="true" />
    ) : (
      action.keyHint && <Kbd>{action.keyHint}</Kbd>
    ),
    closeMenuOnClick: !action.keepsOpen,
    "data-danger": action.isDanger || undefined,
    // Mantine fixes the role to "menuitem", which cannot be checked.
    "aria-current": action.isChecked || undefined,
  };
  if (action.to) {
    return (
      <Menu.Item component={Link} to={action.to} {...shared}>
        {action.label}
      </Menu.Item>
    );
  }
  if (action.href) {
    return (
      <Menu.Item component="a" href={action.href} download="" {...shared}>
        {action.label}
      </Menu.Item>
    );
  }
  return (
    <Menu.Item onClick={action.onSelect} {...shared}>
      {action.hint ? <span className={styles.hinted}>{action.label}</span> : action.label}
      {action.hint && <span className={styles.hint}>{action.hint}</span>}
    </Menu.Item>
  );
}

function Sheet({ label, groups, isOpen, onChange, onClosed }: Props): ReactNode {
  const close = (): void => onChange(false);
  return (
    <Drawer.Root
      opened={isOpen}
      onClose={close}
      position="bottom"
      size="auto"
      classNames={{ content: styles.sheet }}
      onExitTransitionEnd={onClosed}
      returnFocus={false}
    >
      <Drawer.Overlay className={styles.scrim} backgroundOpacity={undefined} />
      <Drawer.Content radius="18px 18px 0 0" aria-label={label}>
        <span className={styles.grip} />
        <div role="menu" aria-label={label}>
          {groups.flat().map((action) => [
            action.heading && (
              <div key={action.heading} role="presentation" className={styles.heading}>
                {action.heading}
              </div>
            ),
            <SheetRow key={action.label} action={action} onClose={close} />,
          ])}
        </div>
      </Drawer.Content>
    </Drawer.Root>
  );
}

function SheetRow({ action, onClose }: { action: MenuAction; onClose: () => void }): ReactNode {
  const shared = {
    className: styles.row,
    "data-danger": action.isDanger || undefined,
    ...(action.isChecked === undefined ? { role: "menuitem" } : { role: "menuitemradio", "aria-checked": action.isChecked }),
  };
  const content = (
    <>
      {action.swatch && <span className={styles.swatch} style={{ backgroundColor: action.swatch }} />}
      {action.icon && <action.icon size={20} stroke={1.6} aria-hidden="true" />}
      <span className={styles.label}>
        {action.label}
        {action.hint && <span className={styles.hint}>{action.hint}</span>}
      </span>
      {action.isChecked && <IconCheck size={20} stroke={2.2} aria-hidden="true" />}
    </>
  );
  if (action.to) {
    return (
      <Link to={action.to} onClick={onClose} {...shared}>
        {content}
      </Link>
    );
  }
  if (action.href) {
    return (
      <a href={action.href} download="" onClick={onClose} {...shared}>
        {content}
      </a>
    );
  }
  return (
    <button
      type="button"
      {...shared}
      onClick={() => {
        if (!action.keepsOpen) onClose();
        action.onSelect?.();
      }}
    >
      {content}
    </button>
  );
}
