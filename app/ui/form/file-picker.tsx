import type { ComponentProps, ReactNode } from 'react';
import { useRef } from 'react';
import { Button } from '../button.tsx';

type FilePickerProps = {
  /** The accessible name of the file input. */
  label: string;
  accept: string;
  onChoose: (file: File) => void;
  disabled?: boolean;
  children: ReactNode;
} & Pick<ComponentProps<typeof Button>, 'variant' | 'icon'>;

/** A button that opens the browser's file dialog for one file. */
export function FilePicker({ label, accept, onChoose, variant = 'secondary', disabled, ...looks }: FilePickerProps) {
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
          // Lets the user choose the same file again.
          target.value = '';
          if (file) onChoose(file);
        }}
      />
      <Button variant={variant} disabled={disabled} onClick={() => input.current?.click()} {...looks} />
    </>
  );
}
