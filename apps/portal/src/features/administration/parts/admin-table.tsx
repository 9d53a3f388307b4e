import type { ReactNode } from "react";
import styles from "./table.module.css";

/** A column of a table of the administration. */
interface AdminColumn {
  label: ReactNode;
  /** Name of the column for its width, as in `data-column` of its cells; the first column has none. */
  name?: string;
}

interface Props {
  /** Accessible name. */
  label: string;
  /** Widths of the columns. */
  className: string | undefined;
  columns: readonly AdminColumn[];
  /** The rows. The first cell of each is its header. */
  children: ReactNode;
}

/** A table of the administration: its frame and its head. */
export function AdminTable({ label, className = "", columns, children }: Props): ReactNode {
  return (
    <table className={`${styles.table} ${className}`} aria-label={label}>
      <thead>
        <tr>
          {columns.map(({ label: title, name }) => (
            <th key={name ?? ""} scope="col" data-column={name}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}
