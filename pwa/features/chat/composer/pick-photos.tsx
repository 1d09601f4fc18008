import { useRef } from 'react';
import type { ChangeEvent } from 'react';
import { IconButton } from '#pwa/ui/button.tsx';
import { ChatIcon } from '../chat-icon.tsx';

interface PickPhotosProps {
  readonly label: string;
  readonly icon: 'photo' | 'camera';
  readonly isDisabled: boolean;
  readonly isCamera?: boolean;
  readonly onFiles: (event: ChangeEvent<HTMLInputElement>) => void;
}

/** A button that opens the system's photo picker or camera. */
export function PickPhotos({ label, icon, isDisabled, isCamera = false, onFiles }: PickPhotosProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <IconButton
        icon={<ChatIcon name={icon} />}
        label={label}
        disabled={isDisabled}
        onClick={() => input.current?.click()}
      />
      <input
        ref={input}
        type="file"
        accept="image/*,.heic,.heif"
        aria-label={label}
        hidden
        multiple={!isCamera}
        capture={isCamera ? 'environment' : undefined}
        onChange={onFiles}
      />
    </>
  );
}
