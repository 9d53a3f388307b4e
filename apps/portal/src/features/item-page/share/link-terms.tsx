import { Button, NumberInput, PasswordInput, Switch, TextInput } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";
import { useState, type FormEvent, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { ActionMenu } from "../../../ui/action-menu.tsx";
import { formatDay } from "../../../entities/items/item-facts.ts";
import type { Placed } from "../../../entities/spaces/space-ref.ts";
import type { ShareChange, ShareView } from "../../../entities/items/share.queries.ts";
import { endOfDay, inDays } from "./expiry.ts";
import styles from "./share-panel.module.css";
import { asChoice, choicesFor, VISIBILITIES } from "./visibilities.ts";

interface SwitchRowProps {
  id: string;
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** A setting of a link that is on or off. */
export function SwitchRow({ id, label, checked, onChange }: SwitchRowProps): ReactNode {
  return (
    <div className={styles.row}>
      <label className={styles.name} htmlFor={id}>
        {label}
      </label>
      <Switch id={id} checked={checked} onChange={(event) => onChange(event.currentTarget.checked)} />
    </div>
  );
}

interface TermProps {
  share: ShareView;
  onChange: (change: ShareChange) => void;
}

/** Settings that the links of items and folders share. `idPrefix` is for the ids of the switches. */
export function LinkTerms({ item, share, onChange, idPrefix }: TermProps & { item: Placed; idPrefix: string }): ReactNode {
  const { t } = useTranslation("item");
  return (
    <>
      <VisibilityRow item={item} share={share} onChange={onChange} />
      <Password key={String(share.hasPassword)} share={share} onChange={onChange} />
      <Expiry share={share} onChange={onChange} />
      <ViewLimit share={share} onChange={onChange} />
      <SwitchRow
        id={`${idPrefix}-comments`}
        label={t("share.allowComments")}
        checked={share.allowComments}
        onChange={(allowComments) => onChange({ allowComments })}
      />
      <SwitchRow
        id={`${idPrefix}-download`}
        label={t("share.allowDownload")}
        checked={share.allowDownload}
        onChange={(allowDownload) => onChange({ allowDownload })}
      />
    </>
  );
}

/** Width of the menu in CSS pixels: its longest choice fits in one line. */
const VISIBILITY_WIDTH = 240;

/** Who can open a link. */
function VisibilityRow({ item, share, onChange }: TermProps & { item: Placed }): ReactNode {
  const { t } = useTranslation("item");
  const [isOpen, setOpen] = useState(false);
  const shown = asChoice(item, share.visibility);
  const [CurrentIcon, current] = VISIBILITIES[shown];
  const choices = choicesFor(item).map((visibility) => ({
    label: t(VISIBILITIES[visibility][1]),
    icon: VISIBILITIES[visibility][0],
    isChecked: shown === visibility,
    onSelect: () => onChange({ visibility }),
  }));
  return (
    <>
      <div className={styles.row}>
        <span className={styles.name}>{t("share.whoCanOpen")}</span>
        <ActionMenu label={t("share.whoCanOpen")} width={VISIBILITY_WIDTH} groups={[choices]} isOpen={isOpen} onChange={setOpen}>
          <Button
            variant="default"
            size="xs"
            aria-label={`${t("share.whoCanOpen")}: ${t(current)}`}
            leftSection={<CurrentIcon size={16} stroke={1.6} aria-hidden="true" />}
            rightSection={<IconChevronDown size={14} aria-hidden="true" />}
          >
            {t(current)}
          </Button>
        </ActionMenu>
      </div>
      {shown === "private" && <p className={styles.hint}>{t("share.onlyYouText")}</p>}
    </>
  );
}

/** The password of a link. */
function Password({ share, onChange }: TermProps): ReactNode {
  const { t } = useTranslation("item");
  const [isAsking, setAsking] = useState(false);
  const [value, setValue] = useState("");
  const handleSwitch = (isOn: boolean): void => {
    if (isOn) return setAsking(true);
    setAsking(false);
    if (share.hasPassword) onChange({ password: null });
  };
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (value === "") return;
    onChange({ password: value });
    setValue("");
    setAsking(false);
  };
  return (
    <>
      <div className={styles.row}>
        <label className={styles.name} htmlFor="share-password">
          {t("share.password")}
        </label>
        {share.hasPassword && !isAsking && (
          <Button variant="quiet" size="xs" onClick={() => setAsking(true)}>
            {t("share.changePassword")}
          </Button>
        )}
        <Switch
          id="share-password"
          checked={share.hasPassword || isAsking}
          onChange={(event) => handleSwitch(event.currentTarget.checked)}
        />
      </div>
      {isAsking && (
        <form className={styles.ask} onSubmit={handleSubmit}>
          <PasswordInput
            className={styles.grow}
            aria-label={t("share.newPassword")}
            autoComplete="new-password"
            maxLength={256}
            data-first-focus
            autoFocus
            value={value}
            onChange={(event) => setValue(event.currentTarget.value)}
          />
          <Button type="submit" size="md" variant="default" disabled={value === ""}>
            {t("share.setPassword")}
          </Button>
        </form>
      )}
      {share.hasPassword && !isAsking && <p className={styles.hint}>{t("share.passwordOn")}</p>}
    </>
  );
}

const DAYS = [1, 7, 30] as const;

/** When a link expires. */
function Expiry({ share, onChange }: TermProps): ReactNode {
  const { t, i18n } = useTranslation("item");
  const [isOpen, setOpen] = useState(false);
  const [isPicking, setPicking] = useState(false);
  const day = share.expiresAt && formatDay(share.expiresAt, i18n.resolvedLanguage ?? "en");
  const isPast = share.expiresAt !== null && Date.parse(share.expiresAt) <= Date.now();
  const current = day === null ? t("share.never") : isPast ? t("share.expired", { day }) : day;
  const choose = (expiresAt: string | null) => () => {
    setPicking(false);
    onChange({ expiresAt });
  };
  const choices = [
    { label: t("share.never"), isChecked: share.expiresAt === null, onSelect: choose(null) },
    ...DAYS.map((count) => ({ label: t("share.inDays", { count }), onSelect: choose(inDays(count, new Date())) })),
    { label: t("share.onDay"), onSelect: () => setPicking(true) },
  ];
  return (
    <>
      <div className={styles.row}>
        <span className={styles.name}>{t("share.expires")}</span>
        <ActionMenu label={t("share.expires")} groups={[choices]} isOpen={isOpen} onChange={setOpen}>
          <Button
            variant="default"
            size="xs"
            aria-label={`${t("share.expires")}: ${current}`}
            rightSection={<IconChevronDown size={14} aria-hidden="true" />}
          >
            {current}
          </Button>
        </ActionMenu>
      </div>
      {isPicking && (
        <div className={styles.ask}>
          <TextInput
            className={styles.grow}
            type="date"
            autoFocus
            aria-label={t("share.day")}
            min={inDays(0, new Date()).slice(0, 10)}
            onChange={(event) => {
              const expiresAt = endOfDay(event.currentTarget.value, new Date());
              if (expiresAt) onChange({ expiresAt });
            }}
          />
        </div>
      )}
    </>
  );
}

/** Numbers of views that can be chosen without typing. */
const VIEW_LIMITS = [1, 10, 100] as const;
const VIEWS_MAX = 1_000_000;

/** How many visitors a link opens for. */
function ViewLimit({ share, onChange }: TermProps): ReactNode {
  const { t } = useTranslation("item");
  const [isOpen, setOpen] = useState(false);
  const [isTyping, setTyping] = useState(false);
  const { maxViews } = share;
  const current = maxViews === null ? t("share.noLimit") : t("share.views", { count: maxViews });
  const choose = (limit: number | null) => () => {
    setTyping(false);
    onChange({ maxViews: limit });
  };
  const choices = [
    { label: t("share.noLimit"), isChecked: maxViews === null, onSelect: choose(null) },
    ...VIEW_LIMITS.map((count) => ({ label: t("share.views", { count }), isChecked: maxViews === count, onSelect: choose(count) })),
    { label: t("share.otherLimit"), onSelect: () => setTyping(true) },
  ];
  return (
    <>
      <div className={styles.row}>
        <span className={styles.name}>{t("share.viewLimit")}</span>
        <ActionMenu label={t("share.viewLimit")} groups={[choices]} isOpen={isOpen} onChange={setOpen}>
          <Button
            variant="default"
            size="xs"
            aria-label={`${t("share.viewLimit")}: ${current}`}
            rightSection={<IconChevronDown size={14} aria-hidden="true" />}
          >
            {current}
          </Button>
        </ActionMenu>
      </div>
      {isTyping && <TypedLimit onLimit={(limit) => choose(limit)()} />}
    </>
  );
}

function TypedLimit({ onLimit }: { onLimit: (limit: number) => void }): ReactNode {
  const { t } = useTranslation("item");
  const [value, setValue] = useState<number | string>("");
  const isValid = typeof value === "number" && Number.isInteger(value) && value >= 1 && value <= VIEWS_MAX;
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (isValid) onLimit(value);
  };
  return (
    <form className={styles.ask} onSubmit={handleSubmit}>
      <NumberInput
        className={styles.grow}
        aria-label={t("share.viewLimit")}
        min={1}
        max={VIEWS_MAX}
        allowDecimal={false}
        allowNegative={false}
        autoFocus
        value={value}
        onChange={setValue}
      />
      <Button type="submit" size="md" variant="default" disabled={!isValid}>
        {t("share.setLimit")}
      </Button>
    </form>
  );
}

/** How often a link was opened, and when last. It counts visits and knows no visitors. */
export function Opened({ share }: { share: ShareView }): ReactNode {
  const { t, i18n } = useTranslation("item");
  const { opened, openedAt } = share;
  const day = openedAt === null ? "" : formatDay(openedAt, i18n.resolvedLanguage ?? "en");
  return <p className={styles.hint}>{openedAt === null ? t("share.neverOpened") : t("share.opened", { count: opened, day })}</p>;
}
