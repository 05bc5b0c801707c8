interface SkeletonProps {
  /** What is being read, for those who cannot see that something is to come. */
  readonly label: string;
  readonly lines: number;
}

const WIDTHS = ['w-2/3', 'w-5/6', 'w-1/2', 'w-3/4'] as const;

/** Lines in the place of what is being read. Shown after a moment only: most of it is there sooner. */
export function Skeleton({ label, lines }: SkeletonProps) {
  return (
    <div aria-busy="true" className="w-full space-y-2 py-1">
      <p className="sr-only">{label}</p>
      {Array.from({ length: lines }, (_, index) => (
        <div
          key={index}
          aria-hidden="true"
          className={`skeleton h-3 ${WIDTHS[index % WIDTHS.length]}`}
        />
      ))}
    </div>
  );
}
