import { chatListMessages } from '#pwa/messages/en/chat-list.ts';
import { chatSound } from '#pwa/platform/storage/device-settings.ts';
import { useObservable } from '#pwa/platform/use-observable.ts';
import { IconButton } from '#pwa/ui/button.tsx';
import { LazyIcon } from '#pwa/ui/icons/lazy-icon.tsx';

/** The button that turns the sound of incoming messages on and off for this device. */
export function ChatSoundButton() {
  const isOn = useObservable(chatSound);
  const { sound } = chatListMessages;
  return (
    <IconButton
      icon={<LazyIcon name={isOn ? 'sound' : 'mute'} />}
      label={isOn ? sound.on : sound.off}
      onClick={() => chatSound.set(!isOn)}
    />
  );
}
