import { CloseButton } from "@mantine/core";
import { deviceName } from "@stillreel/contract";
import { Avatar, Chip } from "@stillreel/ui";
import { DialogFrame } from "@stillreel/ui/primitives";
import { useQuery } from "@tanstack/react-query";
import { useId, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { personQuery, type PersonDetails } from "../../../entities/administration/people.queries.ts";
import { formatTime } from "../../../platform/format/format-date.ts";
import { ListState } from "../parts/list-state.tsx";
import styles from "./person-drawer.module.css";
import { PersonActions } from "./person-actions.tsx";
import { QuotaForm } from "./quota-form.tsx";
import { RoleSelect } from "./role-select.tsx";
import { StorageMeter } from "./storage-meter.tsx";

interface Props {
  userId: string;
  myId: string;
  onClose: () => void;
}

/** One account in a drawer over the list: role, quota, workspaces, sessions, sign-ins and actions. Mounted while open. */
export function PersonDrawer({ userId, myId, onClose }: Props): ReactNode {
  const { t } = useTranslation("administration");
  const { t: common } = useTranslation();
  const headingId = useId();
  const query = useQuery(personQuery(userId));
  const person = query.data;
  return (
    <DialogFrame labelledBy={headingId} backdropClassName={styles.backdrop} className={`${styles.drawer} on-raised`} onClose={onClose}>
      <div className={styles.header}>
        <h2 id={headingId} className={styles.title}>
          {person ? <bdi>{person.displayName}</bdi> : t("people.account")}
        </h2>
        <CloseButton aria-label={common("actions.close")} onClick={onClose} />
      </div>
      <ListState query={query} isEmpty={false} empty={null}>
        {person && <Person person={person} isMe={person.id === myId} onDeleted={onClose} />}
      </ListState>
    </DialogFrame>
  );
}

function Person({ person, isMe, onDeleted }: { person: PersonDetails; isMe: boolean; onDeleted: () => void }): ReactNode {
  const { t } = useTranslation("administration");
  const { displayName } = person;
  return (
    <div className={styles.content}>
      <div className={styles.who}>
        <Avatar name={displayName} src={person.photoURL} size={56} />
        <div className={styles.facts}>
          <span className={styles.email}>
            <bdi>{person.email}</bdi>
          </span>
          <span className={styles.chips}>
            {person.suspendedAt !== null && <Chip tone="bad">{t("people.states.suspended")}</Chip>}
            <Chip>{t(`people.providers.${person.provider}`)}</Chip>
            {person.hasTwoFactor && <Chip tone="ok">{t("people.twoFactor")}</Chip>}
            {!person.emailVerified && <Chip tone="warn">{t("people.unverified")}</Chip>}
          </span>
        </div>
      </div>
      <RoleSelect person={person} />
      <section className={styles.section}>
        <h3>{t("people.storage")}</h3>
        <StorageMeter usedBytes={person.usedBytes} limit={person.quotaLimit} name={displayName} />
        <QuotaForm key={person.quota} person={person} />
      </section>
      <Workspaces person={person} />
      <Sessions person={person} />
      <SignIns person={person} />
      <PersonActions person={person} isMe={isMe} onDeleted={onDeleted} />
    </div>
  );
}

function Workspaces({ person: { workspaces } }: { person: PersonDetails }): ReactNode {
  const { t } = useTranslation("administration");
  return (
    <section className={styles.section}>
      <h3>{t("people.workspaces")}</h3>
      {workspaces.length === 0 && <p className={styles.none}>{t("people.noWorkspaces")}</p>}
      <ul aria-label={t("people.workspaces")}>
        {workspaces.map(({ id, name, role }) => (
          <li key={id} className={styles.line}>
            <span className={styles.grows}>
              <span>
                <bdi>{name}</bdi>
              </span>
            </span>
            <span>{t(`people.workspaceRoles.${role}`)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Sessions({ person: { sessions } }: { person: PersonDetails }): ReactNode {
  const { t, i18n } = useTranslation("administration");
  return (
    <section className={styles.section}>
      <h3>{t("people.sessions")}</h3>
      {sessions.length === 0 && <p className={styles.none}>{t("people.noSessions")}</p>}
      <ul aria-label={t("people.sessions")}>
        {sessions.map(({ id, userAgent, ip, lastSeenAt }) => (
          <li key={id} className={styles.line}>
            <span className={styles.grows}>
              <span>
                <bdi>{deviceName(userAgent) ?? t("people.unknownDevice")}</bdi>
              </span>
              <span className={styles.small}>
                <bdi>{ip}</bdi>
              </span>
            </span>
            <time dateTime={lastSeenAt}>{formatTime(Date.parse(lastSeenAt), i18n.language)}</time>
          </li>
        ))}
      </ul>
    </section>
  );
}

function SignIns({ person: { signIns } }: { person: PersonDetails }): ReactNode {
  const { t, i18n } = useTranslation("administration");
  return (
    <section className={styles.section}>
      <h3>{t("people.signIns")}</h3>
      {signIns.length === 0 && <p className={styles.none}>{t("people.noSignIns")}</p>}
      <ul aria-label={t("people.signIns")}>
        {signIns.map(({ at, isRefused, ip }) => (
          <li key={at} className={styles.line}>
            <span className={styles.grows}>
              <span data-refused={isRefused || undefined}>{isRefused ? t("people.refused") : t("people.signedIn")}</span>
              <span className={styles.small}>
                <bdi>{ip}</bdi>
              </span>
            </span>
            <time dateTime={at}>{formatTime(Date.parse(at), i18n.language)}</time>
          </li>
        ))}
      </ul>
    </section>
  );
}
