import { Button } from '../../components/button.tsx';

interface EditEntryProps {
  readonly id: string;
  readonly isEdited: boolean;
  readonly toggle: () => void;
}

/** Opens the form of an agent or a profile below it, and closes it again. */
export function EditEntry({ id, isEdited, toggle }: EditEntryProps) {
  return (
    <Button
      look="quiet"
      size="small"
      aria-label={`Edit ${id}`}
      aria-expanded={isEdited}
      onClick={toggle}
    >
      Edit
    </Button>
  );
}
