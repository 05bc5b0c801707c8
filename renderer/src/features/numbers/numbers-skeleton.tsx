const PLACES = ['settled', 'time', 'agents', 'costs'] as const;

/** The places of the charts, as high as they will be. */
export function NumbersSkeleton() {
  return (
    <div>
      <p role="status" className="sr-only">
        Counting…
      </p>
      <div aria-hidden="true" className="numbers-grid">
        {PLACES.map((place) => (
          <div key={place} className="numbers-skeleton h-48" />
        ))}
      </div>
    </div>
  );
}
