import { ICON } from "@stillreel/ui";
import { IconArtboard, IconBuilding, IconLink, IconMovie, IconPhoto, IconTrash } from "@tabler/icons-react";
import { useQueries, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Trans, useTranslation } from "react-i18next";
import { countsQuery } from "../../entities/people/account.queries.ts";
import { workspacesQuery } from "../../entities/spaces/spaces.queries.ts";
import { isLastOwner } from "../../entities/workspaces/roles.ts";
import { newOwnerCandidates } from "../../entities/workspaces/transfer-ownership.ts";
import { workspaceQuery } from "../../entities/workspaces/workspaces.queries.ts";
import { userQuery } from "../../platform/session/user.queries.ts";
import dialog from "../../ui/dialog.module.css";
import styles from "./account.module.css";

/** A workspace without an owner once the account is deleted. */
interface OwnedAlone {
  id: string;
  name: string;
  /** Name of the member who becomes the owner. Null without other members: the workspace is deleted too. */
  newOwner: string | null;
}

/** Rows of the list that count items. */
const COUNTED = [
  { key: "images", of: "images", Icon: IconPhoto },
  { key: "videos", of: "videos", Icon: IconMovie },
  { key: "boards", of: "boards", Icon: IconArtboard },
  { key: "inTrash", of: "trash", Icon: IconTrash },
  { key: "links", of: "shared", Icon: IconLink },
] as const;

/** Lists what is deleted with the account, and what becomes of the workspaces that only its user owns. */
export function AccountLosses(): ReactNode {
  const { t } = useTranslation("account");
  const { data: counts } = useQuery(countsQuery);
  const workspaces = useOwnedAlone();
  return (
    <ul className={`${dialog.list} ${styles.losses}`}>
      {counts &&
        COUNTED.filter(({ of }) => counts[of] > 0).map(({ key, of, Icon }) => (
          <li key={key}>
            <Icon {...ICON} />
            <span>
              <Trans t={t} i18nKey={`delete.${key}`} count={counts[of]} components={{ b: <b /> }} />
            </span>
          </li>
        ))}
      {workspaces.map(({ id, name, newOwner }) => (
        <li key={id}>
          <IconBuilding {...ICON} />
          <span>
            <Trans
              t={t}
              i18nKey={newOwner === null ? "delete.workspace" : "delete.handedOver"}
              components={{ name: <Name>{name}</Name>, owner: <Name>{newOwner}</Name> }}
            />
          </span>
        </li>
      ))}
    </ul>
  );
}

const Name = ({ children }: { children: ReactNode }): ReactNode => (
  <b>
    <bdi>{children}</bdi>
  </b>
);

/** Returns the workspaces whose only owner is the user, with the member to whom the server gives each. */
function useOwnedAlone(): OwnedAlone[] {
  const { data: user } = useQuery(userQuery);
  const { data: heads = [] } = useQuery(workspacesQuery);
  const details = useQueries({ queries: heads.filter(({ role }) => role === "owner").map(({ id }) => workspaceQuery(id)) });
  return details.flatMap(({ data }) => {
    const members = data?.workspace.members ?? [];
    const me = members.find(({ id }) => id === user?.id);
    if (!data || !me || !isLastOwner(me, members)) return [];
    const { id, name } = data.workspace;
    return [{ id, name, newOwner: newOwnerCandidates(members, me.id)[0]?.displayName ?? null }];
  });
}
