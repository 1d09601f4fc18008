import { chatListMessages } from '#pwa/messages/en/chat-list.ts';
import { storeChatSound, useChatSound } from '#pwa/platform/storage/chat-sound-setting.ts';
import { IconButton } from '#pwa/ui/button.tsx';
import { LazyIcon } from '#pwa/ui/icons/lazy-icon.tsx';

/** Turns the sound of messages that come on and off, for this device. */
export function ChatSoundButton() {
  const isOn = useChatSound();
  const { sound } = chatListMessages;
  return (
    <IconButton
      icon={<LazyIcon name={isOn ? 'sound' : 'mute'} />}
      label={isOn ? sound.on : sound.off}
      onClick={() => storeChatSound(!isOn)}
    />
  );
}
