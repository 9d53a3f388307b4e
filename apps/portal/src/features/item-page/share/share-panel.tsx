import { embedCode, embedSize } from "@stillreel/contract";
import { Button, PasswordInput, Switch, TextInput } from "@mantine/core";
import { ICON, Kbd, toasts } from "@stillreel/ui";
import { IconChevronDown, IconCode, IconLink, IconLinkOff, IconMail } from "@tabler/icons-react";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Suspense, useState, type FormEvent, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Dialog } from "../../../ui/dialog.tsx";
import { ActionMenu } from "../../../ui/action-menu.tsx";
import { LocalLinkNote } from "../../../ui/local-link-note.tsx";
import { copyLink, makeLink } from "../../../entities/items/item-links.ts";
import { copyText } from "../../../platform/clipboard.ts";
import { formatDay } from "../../../entities/items/item-facts.ts";
import type { ItemView } from "../../../entities/items/item-list.ts";
import { PERSONAL, spaceOf } from "../../../entities/spaces/space-ref.ts";
import { endOfDay, inDays } from "./expiry.ts";
import { changeShare, shareQuery, turnOffShare, type ShareChange, type ShareView } from "../../../entities/items/share.queries.ts";
import styles from "./share-panel.module.css";
import { asChoice, choicesFor, VISIBILITIES } from "./visibilities.ts";
import { lazyView } from "../../../platform/lazy-view.ts";

const SendDialog = lazyView(() => import("./send-dialog.tsx"), "SendDialog");

/** The item's share link: copy, visibility, expiry, send, disable. */
export function SharePanel({ item }: { item: ItemView }): ReactNode {
  const { t } = useTranslation("item");
  const {
    data: share,
    isError,
    refetch,
  } = useQuery({ ...shareQuery(item), enabled: item.shareUrl !== null && item.permission.write && !item.trash });
  if (item.trash && item.shareUrl !== null) return <p className={styles.hint}>{t("share.inTrash")}</p>;
  if (item.shareUrl === null) return <NoLink item={item} />;
  return (
    <>
      <label className={styles.link}>
        <IconLink size={17} stroke={1.7} aria-hidden="true" />
        <input
          className={styles.address}
          readOnly
          dir="ltr"
          value={withoutScheme(item.shareUrl)}
          aria-label={t("share.link")}
          onFocus={(event) => event.currentTarget.select()}
        />
      </label>
      <Button
        fullWidth
        size="md"
        className={styles.copy}
        leftSection={<IconLink {...ICON} stroke={2} />}
        rightSection={
          <span className={styles.key}>
            <Kbd>L</Kbd>
          </span>
        }
        aria-keyshortcuts="L"
        onClick={() => void copyLink(item)}
      >
        {t("copyLink")}
      </Button>
      <LocalLinkNote link={item.shareUrl} className={styles.hint} />
      {share?.removal && <Removal removal={share.removal} />}
      {share && <Terms item={item} share={share} />}
      {isError && (
        <p className={styles.hint} role="alert">
          {t("share.failed")}{" "}
          <Button variant="default" size="xs" onClick={() => void refetch()}>
            {t("stage.reload")}
          </Button>
        </p>
      )}
    </>
  );
}

/** States that an administrator removed the link, and why. */
function Removal({ removal: { at, reason } }: { removal: NonNullable<ShareView["removal"]> }): ReactNode {
  const { t, i18n } = useTranslation("item");
  return (
    <p className={styles.removal} role="status">
      <IconLinkOff {...ICON} />
      <span>
        {t("share.removed", { day: formatDay(at, i18n.language), reason: t(`share.removedFor.${reason}`) })} {t("share.removedText")}
      </span>
    </p>
  );
}

/** Shown before an item has a link. */
function NoLink({ item }: { item: ItemView }): ReactNode {
  const { t } = useTranslation("item");
  const create = useMutation({ mutationFn: () => makeLink(item) });
  const isPersonal = spaceOf(item) === PERSONAL;
  return (
    <div className={styles.none}>
      <p className={styles.noneTitle}>{t(isPersonal ? "share.none" : "share.noneTeam")}</p>
      <p className={styles.hint}>{t(isPersonal ? "share.noneText" : "share.noneTeamText")}</p>
      {item.permission.write && !item.trash && (
        <Button size="md" leftSection={<IconLink {...ICON} stroke={2} />} loading={create.isPending} onClick={() => create.mutate()}>
          {t("share.create")}
        </Button>
      )}
    </div>
  );
}

/** Removes the scheme for display; copying uses the whole address. */
const withoutScheme = (url: string): string => url.replace(/^https?:\/\//, "");

function Terms({ item, share }: { item: ItemView; share: ShareView }): ReactNode {
  const { t } = useTranslation("item");
  const { mutate } = useMutation(changeShare(item));
  return (
    <>
      <div className={styles.terms}>
        <VisibilityRow item={item} share={share} onChange={mutate} />
        <Password key={String(share.hasPassword)} share={share} onChange={mutate} />
        <Expiry share={share} onChange={mutate} />
        <SwitchRow
          id="share-comments"
          label={t("share.allowComments")}
          checked={share.allowComments}
          onChange={(allowComments) => mutate({ allowComments })}
        />
        <SwitchRow
          id="share-download"
          label={t("share.allowDownload")}
          checked={share.allowDownload}
          onChange={(allowDownload) => mutate({ allowDownload })}
        />
        {(item.pageUrl !== null || item.capture) && (
          <>
            <SwitchRow
              id="share-capture"
              label={t("share.showCapture")}
              checked={share.showCapture}
              onChange={(showCapture) => mutate({ showCapture })}
            />
            {share.showCapture && <p className={styles.hint}>{t("share.showCaptureText")}</p>}
          </>
        )}
      </div>
      {share.removal === null && <Sending item={item} share={share} />}
    </>
  );
}

/** Sends or embeds the link, or turns it off. */
function Sending({ item, share }: { item: ItemView; share: ShareView }): ReactNode {
  const { t } = useTranslation("item");
  const [isSending, setSending] = useState(false);
  const copyEmbed = async (): Promise<void> => {
    try {
      await copyText(embedCode({ shareUrl: share.shareUrl, title: item.title, ...embedSize(item) }));
      toasts.show(t("share.embedCopied"), { tone: "done" });
    } catch {
      toasts.error(t("share.embedFailed"));
    }
  };
  return (
    <>
      <h2 className={styles.heading}>{t("share.send")}</h2>
      <div className={styles.tiles}>
        <button type="button" className={styles.tile} onClick={() => setSending(true)}>
          <IconMail size={20} stroke={1.6} aria-hidden="true" />
          {t("share.email")}
        </button>
        <button type="button" className={styles.tile} onClick={() => void copyEmbed()}>
          <IconCode size={20} stroke={1.6} aria-hidden="true" />
          {t("share.embed")}
        </button>
      </div>
      <TurnOff item={item} />
      <Suspense>{isSending && <SendDialog item={item} share={share} onClose={() => setSending(false)} />}</Suspense>
    </>
  );
}

interface SwitchRowProps {
  id: string;
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

function SwitchRow({ id, label, checked, onChange }: SwitchRowProps): ReactNode {
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

/** Width of the menu in CSS pixels: its longest choice fits in one line. */
const VISIBILITY_WIDTH = 240;

function VisibilityRow({ item, share, onChange }: TermProps & { item: ItemView }): ReactNode {
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

function TurnOff({ item }: { item: ItemView }): ReactNode {
  const { t } = useTranslation("item");
  const { t: common } = useTranslation();
  const [isAsking, setAsking] = useState(false);
  const { mutate, isPending } = useMutation(turnOffShare(item));
  const turnOff = (): void => mutate(undefined, { onSuccess: () => toasts.show(t("share.turnedOff"), { tone: "done" }) });
  return (
    <>
      <Button variant="danger-quiet" className={styles.turnOff} leftSection={<IconLinkOff {...ICON} />} onClick={() => setAsking(true)}>
        {t("share.turnOff")}
      </Button>
      {isAsking && (
        <Dialog onClose={() => setAsking(false)} title={t("share.turnOffTitle")} size={420}>
          <p className={styles.dialogText}>{t("share.turnOffText")}</p>
          <div className={styles.dialogActions}>
            <Button variant="quiet" size="md" data-first-focus onClick={() => setAsking(false)}>
              {common("actions.cancel")}
            </Button>
            <Button variant="danger" size="md" loading={isPending} onClick={turnOff}>
              {t("share.turnOff")}
            </Button>
          </div>
        </Dialog>
      )}
    </>
  );
}
