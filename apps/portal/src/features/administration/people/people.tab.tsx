import { Button } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { Avatar, Chip, ICON } from "@stillreel/ui";
import { IconUserPlus } from "@tabler/icons-react";
import { useInfiniteQuery, useSuspenseQuery } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { NO_PEOPLE_FILTER, peopleQuery, type PeopleFilter, type PersonView } from "../../../entities/administration/people.queries.ts";
import { formatDay, formatTime } from "../../../platform/format/format-date.ts";
import { userQuery } from "../../../platform/session/user.queries.ts";
import { FindField } from "../../../ui/find-field.tsx";
import { AdminTable } from "../parts/admin-table.tsx";
import { ListState, MoreButton } from "../parts/list-state.tsx";
import table from "../parts/table.module.css";
import { AddPersonDialog } from "./add-person-dialog.tsx";
import { PersonDrawer } from "./person-drawer.tsx";
import styles from "./people.module.css";
import { SelectField } from "../../../ui/select-field.tsx";
import { StorageMeter } from "./storage-meter.tsx";

const TYPING_PAUSE_MS = 200;
const isToday = (iso: string): boolean => new Date(iso).toDateString() === new Date().toDateString();

/** Accounts of the installation, with search and filters; each opens in a drawer. */
export function PeopleTab(): ReactNode {
  const { t } = useTranslation("administration");
  const { data: me } = useSuspenseQuery(userQuery);
  const [filter, setFilter] = useState(NO_PEOPLE_FILTER);
  const [q] = useDebouncedValue(filter.q.trim(), TYPING_PAUSE_MS);
  const [isAdding, setAdding] = useState(false);
  const [openedId, setOpenedId] = useState<string | null>(null);
  const list = useInfiniteQuery(peopleQuery({ ...filter, q }));
  const people = list.data?.pages.flatMap(({ items }) => items) ?? [];
  const isFiltered = q !== "" || filter.role !== "" || filter.state !== "";
  return (
    <>
      <Filters filter={filter} onChange={(change) => setFilter({ ...filter, ...change })} onAdd={() => setAdding(true)} />
      <ListState
        query={list}
        isEmpty={people.length === 0}
        empty={
          <>
            {t("people.none")}{" "}
            {isFiltered && (
              <Button variant="default" size="xs" onClick={() => setFilter(NO_PEOPLE_FILTER)}>
                {t("people.clear")}
              </Button>
            )}
          </>
        }
      >
        <PeopleTable people={people} myId={me.id} onOpen={setOpenedId} />
        <MoreButton query={list} />
      </ListState>
      {isAdding && <AddPersonDialog onClose={() => setAdding(false)} />}
      {openedId !== null && <PersonDrawer key={openedId} userId={openedId} myId={me.id} onClose={() => setOpenedId(null)} />}
    </>
  );
}

interface FiltersProps {
  filter: PeopleFilter;
  onChange: (change: Partial<PeopleFilter>) => void;
  onAdd: () => void;
}

function Filters({ filter, onChange, onAdd }: FiltersProps): ReactNode {
  const { t } = useTranslation("administration");
  return (
    <div className={styles.tools} role="group" aria-label={t("people.filters")}>
      <FindField
        className={styles.search}
        aria-label={t("people.search")}
        placeholder={t("people.search")}
        maxLength={100}
        value={filter.q}
        onChange={(typed) => onChange({ q: typed })}
      />
      <SelectField
        label={t("people.role")}
        isLabelHidden
        value={filter.role}
        onChange={(role) => onChange({ role })}
        choices={[
          { value: "", label: t("people.allRoles") },
          { value: "admin", label: t("people.roles.admin") },
          { value: "user", label: t("people.roles.user") },
        ]}
      />
      <SelectField
        label={t("people.state")}
        isLabelHidden
        value={filter.state}
        onChange={(state) => onChange({ state })}
        choices={[
          { value: "", label: t("people.allStates") },
          { value: "active", label: t("people.states.active") },
          { value: "suspended", label: t("people.states.suspended") },
        ]}
      />
      <Button className={styles.add} size="md" leftSection={<IconUserPlus {...ICON} />} aria-haspopup="dialog" onClick={onAdd}>
        {t("people.add")}
      </Button>
    </div>
  );
}

interface TableProps {
  people: readonly PersonView[];
  myId: string;
  onOpen: (userId: string) => void;
}

function PeopleTable({ people, myId, onOpen }: TableProps): ReactNode {
  const { t } = useTranslation("administration");
  return (
    <AdminTable
      label={t("tabs.people")}
      className={styles.table}
      columns={[
        { label: t("people.name") },
        { label: t("people.role"), name: "role" },
        { label: t("people.state"), name: "state" },
        { label: t("people.storage"), name: "storage" },
        { label: t("people.seen"), name: "seen" },
      ]}
    >
      {people.map((person) => (
        <PersonRow key={person.id} person={person} isMe={person.id === myId} onOpen={() => onOpen(person.id)} />
      ))}
    </AdminTable>
  );
}

function PersonRow({ person, isMe, onOpen }: { person: PersonView; isMe: boolean; onOpen: () => void }): ReactNode {
  const { t, i18n } = useTranslation("administration");
  const { displayName, email, lastSeenAt } = person;
  const seen =
    lastSeenAt && (isToday(lastSeenAt) ? formatTime(Date.parse(lastSeenAt), i18n.language) : formatDay(lastSeenAt, i18n.language));
  return (
    <tr>
      <th scope="row">
        <button type="button" className={styles.open} aria-haspopup="dialog" onClick={onOpen}>
          <Avatar name={displayName} src={person.photoURL} size={34} />
          <span className={styles.names}>
            <span className={`${table.text} ${table.name}`}>
              <bdi>{displayName}</bdi>
              {isMe && <span className={styles.you}>{t("people.you")}</span>}
            </span>
            <span className={`${table.text} ${table.small}`}>
              <bdi>{email}</bdi>
            </span>
          </span>
        </button>
      </th>
      <td data-column="role">{t(`people.roles.${person.role}`)}</td>
      <td data-column="state">
        {person.suspendedAt === null ? (
          <Chip tone="ok">{t("people.states.active")}</Chip>
        ) : (
          <Chip tone="bad">{t("people.states.suspended")}</Chip>
        )}
      </td>
      <td data-column="storage">
        <StorageMeter usedBytes={person.storageBytes} limit={person.quotaLimit} name={displayName} />
      </td>
      <td data-column="seen" className={table.quiet}>
        {seen ?? t("people.never")}
      </td>
    </tr>
  );
}
