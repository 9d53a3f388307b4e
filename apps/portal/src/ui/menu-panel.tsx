import { useMediaQuery } from "@mantine/hooks";
import { ICON, Kbd, VisuallyHidden } from "@stillreel/ui";
import { DialogFrame, FloatingMenu, MenuItem, MenuList, useCloseMenu } from "@stillreel/ui/primitives";
import { IconCheck } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { Fragment, useRef, type MouseEvent, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { pageDirection } from "../platform/i18n.ts";
import type { MenuAction, MenuContent, MenuAnchor } from "./menu-content.ts";
import styles from "./menu-panel.module.css";

interface Props extends MenuContent {
  anchor: MenuAnchor;
  onClose: () => void;
}

/** A menu at a position; on phones a bottom sheet. Mounted while open. It returns the focus to the element of its anchor. */
export function MenuPanel(props: Props): ReactNode {
  const isPhone = useMediaQuery("(max-width: 639px)", false, { getInitialValueInEffect: false });
  return isPhone ? <Sheet {...props} /> : <Popup {...props} />;
}

function Popup({ label, groups, position = "bottom-end", width = 216, anchor, onClose }: Props): ReactNode {
  const cover = useRef<HTMLButtonElement>(null);
  const opener = useRef(anchor.element);
  const { left, top, width: anchorWidth, height } = anchor.rect;
  return (
    <>
      <button
        ref={cover}
        type="button"
        tabIndex={-1}
        className={styles.anchor}
        style={{ left, top, width: anchorWidth, height }}
        aria-label={label}
        onClick={onClose}
      />
      <FloatingMenu
        anchor={cover}
        opener={opener}
        label={label}
        align={position === "bottom-end" ? "end" : "start"}
        isMirrored={pageDirection() === "rtl"}
        gap={6}
        edge={5}
        className={`${styles.popup} on-raised`}
        style={{ width }}
        onClose={onClose}
      >
        {groups.map((group, index) => (
          <Fragment key={group[0]?.label}>
            {index > 0 && <div className={styles.line} />}
            {group.map((action) => (
              <Fragment key={action.label}>
                {action.heading && (
                  <div className={styles.popupHeading} role="presentation">
                    {action.heading}
                  </div>
                )}
                <Entry action={action} isFirst={action === groups[0]?.[0]} className={styles.item}>
                  <PopupContent action={action} />
                </Entry>
              </Fragment>
            ))}
          </Fragment>
        ))}
      </FloatingMenu>
    </>
  );
}

function PopupContent({ action }: { action: MenuAction }): ReactNode {
  return (
    <>
      {(action.swatch ?? action.icon) && (
        <span className={styles.start}>
          {action.swatch ? (
            <span className={styles.swatch} style={{ backgroundColor: action.swatch }} />
          ) : (
            action.icon && <action.icon {...ICON} />
          )}
        </span>
      )}
      <span className={styles.label}>
        {action.hint ? <span className={styles.hinted}>{action.label}</span> : action.label}
        {action.hint && <span className={styles.hint}>{action.hint}</span>}
      </span>
      {action.hasDot && <Dot />}
      {(action.isChecked || action.keyHint) && (
        <span className={styles.end}>
          {action.isChecked ? <IconCheck size={16} stroke={2.2} aria-hidden="true" /> : <Kbd>{action.keyHint}</Kbd>}
        </span>
      )}
    </>
  );
}

function Sheet({ label, groups, anchor, onClose }: Props): ReactNode {
  const opener = useRef(anchor.element);
  return (
    <DialogFrame label={label} opener={opener} backdropClassName={styles.bottom} className={styles.sheet} onClose={onClose}>
      <span className={styles.grip} />
      <MenuList label={label} onClose={onClose}>
        {groups.flat().map((action, index) => (
          <Fragment key={action.label}>
            {action.heading && (
              <div role="presentation" className={styles.heading}>
                {action.heading}
              </div>
            )}
            <Entry action={action} isFirst={index === 0} className={styles.row}>
              <SheetContent action={action} />
            </Entry>
          </Fragment>
        ))}
      </MenuList>
    </DialogFrame>
  );
}

function SheetContent({ action }: { action: MenuAction }): ReactNode {
  return (
    <>
      {action.swatch && <span className={styles.swatch} style={{ backgroundColor: action.swatch }} />}
      {action.icon && <action.icon size={20} stroke={1.6} aria-hidden="true" />}
      <span className={styles.label}>
        {action.label}
        {action.hint && <span className={styles.hint}>{action.hint}</span>}
      </span>
      {action.hasDot && <Dot />}
      {action.isChecked && <IconCheck size={20} stroke={2.2} aria-hidden="true" />}
    </>
  );
}

function Dot(): ReactNode {
  const { t } = useTranslation();
  return (
    <span className={styles.dot}>
      <VisuallyHidden>{t("account.notOpened")}</VisuallyHidden>
    </span>
  );
}

interface EntryProps {
  action: MenuAction;
  /** The first entry gets the focus when the menu opens. */
  isFirst: boolean;
  className: string | undefined;
  children: ReactNode;
}

/** One entry of the menu: a link to a page, a download, or an action. */
function Entry({ action, isFirst, className, children }: EntryProps): ReactNode {
  const close = useCloseMenu();
  const handleLink = (event: MouseEvent): void => {
    close();
    // A new tab, a new window and saving as are handled by the browser.
    if (!action.onSelect || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    action.onSelect();
  };
  const shared = { className, "data-danger": action.isDanger || undefined, "data-first-focus": isFirst || undefined };
  if (action.to) {
    return (
      <Link to={action.to} role="menuitem" onClick={close} {...shared}>
        {children}
      </Link>
    );
  }
  if (action.href) {
    return (
      <a href={action.href} download="" role="menuitem" onClick={handleLink} {...shared}>
        {children}
      </a>
    );
  }
  return (
    <MenuItem isChecked={action.isChecked} keepsOpen={action.keepsOpen} onSelect={() => action.onSelect?.()} {...shared}>
      {children}
    </MenuItem>
  );
}
