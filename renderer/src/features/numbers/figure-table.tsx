interface FigureTableProps {
  readonly caption: string;
  readonly heading: readonly string[];
  /** The first cell of each says what the others are of. */
  readonly rows: readonly (readonly string[])[];
  /** Otherwise it is there for screen readers only. */
  readonly isShown: boolean;
}

/** The figures of a chart as they are. */
export function FigureTable({ caption, heading, rows, isShown }: FigureTableProps) {
  const [ofWhat, ...measures] = heading;
  return (
    <div className={isShown ? undefined : 'sr-only'}>
      <table className="w-full text-xs">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className="border-b border-line text-ink-3">
            <th scope="col" className="py-1 pe-2 text-start font-normal">
              {ofWhat}
            </th>
            {measures.map((measure) => (
              <th key={measure} scope="col" className="py-1 ps-2 text-end font-normal">
                {measure}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, ...figures], index) => (
            <tr key={index} className="border-b border-line last:border-b-0">
              <th scope="row" className="py-1 pe-2 text-start font-normal break-words">
                {name}
              </th>
              {figures.map((figure, column) => (
                <td key={measures[column]} className="py-1 ps-2 text-end whitespace-nowrap">
                  {figure}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
