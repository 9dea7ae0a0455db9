import type { ComponentProps, ReactNode } from 'react';
import { useRef } from 'react';
import { Button } from '../button.tsx';

type FilePickerProps = {
  /** What the field is for, for those who do not see where it stands. */
  label: string;
  accept: string;
  onChoose: (file: File) => void;
  variant?: ComponentProps<typeof Button>['variant'];
  disabled?: boolean;
  /** On the button. */
  children: ReactNode;
};

/** A button that opens the browser's own window for one file. */
export function FilePicker({ label, accept, onChoose, variant = 'secondary', disabled, children }: FilePickerProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={label}
        accept={accept}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          // The same file may be chosen again.
          target.value = '';
          if (file) onChoose(file);
        }}
      />
      <Button variant={variant} disabled={disabled} onClick={() => input.current?.click()}>
        {children}
      </Button>
    </>
  );
}
