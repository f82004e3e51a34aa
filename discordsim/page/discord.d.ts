// Discord's objects, as far as the page reads them. Names are Discord's own;
// what a message may leave out is optional, what it may hold empty is null.

/** The digits of an id: 64 bits, more than a number holds. */
export type ID = string;

/** A text in other languages, by locale. */
export type Localisations = Record<string, string> | null;

export interface User {
  id: ID;
  username: string;
  global_name?: string | null;
  bot?: boolean;
  locale?: string;
}

export interface Member {
  user: User;
  nick?: string | null;
  roles: ID[];
}

export interface Role {
  id: ID;
  name: string;
  permissions: string;
}

export interface Channel {
  id: ID;
  type: number;
  name?: string;
  position?: number;
  flags?: number;
  parent_id?: ID;
  last_message_id?: ID | null;
  recipients?: User[];
  thread_metadata?: { archived: boolean };
}

/** A server as its members hear of it: what bots find in it stands in properties. */
export interface Guild {
  id: ID;
  unavailable?: boolean;
  name?: string;
  owner_id?: ID;
  properties?: { name: string; owner_id: ID };
  channels?: Channel[];
  threads?: Channel[];
  members?: Member[];
  roles?: Role[];
}

// Commands

export interface CommandIndex {
  application_commands?: Command[];
}

export interface Command {
  id: ID;
  application_id: ID;
  version: ID;
  guild_id?: ID;
  type?: number;
  name: string;
  name_localizations?: Localisations;
  description: string;
  description_localizations?: Localisations;
  options?: Option[];
  default_member_permissions?: string | null;
  contexts?: number[] | null;
}

/** An option of a command, or a subcommand, or a group of them. */
export interface Option {
  type: number;
  name: string;
  name_localizations?: Localisations;
  description: string;
  description_localizations?: Localisations;
  required?: boolean;
  choices?: Choice[];
  options?: Option[];
  channel_types?: number[];
  min_value?: number;
  max_value?: number;
  min_length?: number;
  max_length?: number;
  autocomplete?: boolean;
}

export type Value = string | number | boolean;

export interface Choice {
  name: string;
  name_localizations?: Localisations;
  value: Value;
}

/** What is sent of an option. */
export interface OptionData {
  type: number;
  name: string;
  value?: Value;
  focused?: boolean;
  options?: OptionData[];
}

export interface CommandData {
  version: ID;
  id: ID;
  name: string;
  type: number;
  options: OptionData[];
  attachments: never[];
}

// Messages

export interface Message {
  id: ID;
  type?: number;
  channel_id: ID;
  author: User;
  content: string;
  timestamp: string;
  edited_timestamp?: string | null;
  flags?: number;
  components?: Component[];
  attachments?: Attachment[];
  embeds?: Embed[];
  mentions?: User[];
  mention_roles?: ID[];
  mention_everyone?: boolean;
  nonce?: string;
  application_id?: ID;
  message_reference?: { channel_id: ID; message_id?: ID };
  referenced_message?: Message | null;
  thread?: Channel;
  interaction_metadata?: { id?: ID; name?: string; user?: User };
  interaction?: { id: ID; name: string; user: User };
}

export interface Emoji {
  id?: ID | null;
  name: string;
  animated?: boolean;
}

/** A picture, a video or a file at its address. */
export interface Media {
  url: string;
  width?: number | null;
  height?: number | null;
  content_type?: string | null;
  name?: string;
}

/** How a picture is described, and whether it is hidden at first. */
export interface Described {
  description?: string | null;
  spoiler?: boolean;
}

export interface Attachment extends Media {
  filename: string;
  size: number;
  description?: string | null;
}

export interface Embed {
  author?: { name: string; url?: string };
  title?: string;
  url?: string;
  description?: string;
  color?: number | null;
  fields?: EmbedField[];
  image?: Media & Described;
  thumbnail?: Media & Described;
  footer?: { text: string };
  timestamp?: string;
}

export interface EmbedField {
  name: string;
  value: string;
  inline?: boolean;
}

// Components

export interface Row {
  type: 1;
  components: Component[];
}

export interface Button {
  type: 2;
  style: number;
  custom_id?: string;
  label?: string;
  emoji?: Emoji;
  url?: string;
  disabled?: boolean;
}

export interface SelectOption {
  value: string;
  label: string;
  description?: string;
  emoji?: Emoji;
  default?: boolean;
}

interface AnySelect {
  custom_id: string;
  placeholder?: string;
  min_values?: number;
  max_values?: number;
  required?: boolean;
  disabled?: boolean;
}

export interface StringSelect extends AnySelect {
  type: 3;
  options: SelectOption[];
}

/** A select of people, roles, both or channels. */
export interface EntitySelect extends AnySelect {
  type: 5 | 6 | 7 | 8;
  default_values?: { id: ID; type: string }[];
  channel_types?: number[];
}

export type Select = StringSelect | EntitySelect;

export interface Section {
  type: 9;
  components: Component[];
  accessory: Component;
}

export interface TextDisplay {
  type: 10;
  content: string;
}

export interface Thumbnail extends Described {
  type: 11;
  media: Media;
}

export interface Gallery {
  type: 12;
  items: ({ media: Media } & Described)[];
}

export interface FileComponent {
  type: 13;
  file: Media;
  name?: string;
  size?: number;
  spoiler?: boolean;
}

export interface Separator {
  type: 14;
  divider?: boolean;
  spacing?: number;
}

export interface Container {
  type: 17;
  components: Component[];
  accent_color?: number | null;
  spoiler?: boolean;
}

/** Whatever stands in a message. The page says so where it meets a type that it doesn't know. */
export type Component = Row | Button | Select | Section | TextDisplay | Thumbnail | Gallery | FileComponent | Separator | Container;

// Modals

export interface Modal {
  id: ID;
  channel_id: ID;
  nonce: string;
  custom_id: string;
  title: string;
  components: ModalPart[];
  application?: { id: ID };
  application_id?: ID;
}

/** A modal's top level: a text, a field with its label, or a row with a text input that names itself. */
export type ModalPart = TextDisplay | Label | { type: 1; components: [TextInput] };

export interface Label {
  type: 18;
  label: string;
  description?: string;
  component: Field;
}

export interface TextInput {
  type: 4;
  custom_id: string;
  style: number;
  label?: string;
  placeholder?: string;
  value?: string;
  required?: boolean;
  min_length?: number;
  max_length?: number;
}

export interface Radio {
  type: 21;
  custom_id: string;
  options: SelectOption[];
  required?: boolean;
}

export interface Checks {
  type: 22;
  custom_id: string;
  options: SelectOption[];
  required?: boolean;
  min_values?: number;
  max_values?: number;
}

export interface Check {
  type: 23;
  custom_id: string;
  default?: boolean;
}

export type Field = TextInput | Select | Radio | Checks | Check;

/** What was filled in, in the shape of the modal. */
export interface Submitted {
  type: number;
  custom_id?: string;
  value?: string | boolean | null;
  values?: string[];
  component?: Submitted;
  components?: Submitted[];
}

// The gateway

/** A change of a message: its id and whatever became different. */
export type Change = Partial<Message> & { id: ID; channel_id: ID };

/** The events that the page reads, by name, with their data. */
export interface Events {
  READY: { user: User; session_id: string; private_channels?: Channel[]; guilds?: Guild[] };
  RESUMED: unknown;
  USER_UPDATE: Partial<User>;
  GUILD_CREATE: Guild;
  GUILD_APPLICATION_COMMAND_INDEX_UPDATE: unknown;
  GUILD_MEMBER_ADD: Member;
  GUILD_MEMBER_UPDATE: Member;
  GUILD_MEMBER_REMOVE: { user: User };
  CHANNEL_CREATE: Channel;
  CHANNEL_UPDATE: Channel;
  CHANNEL_DELETE: Channel;
  THREAD_CREATE: Channel;
  THREAD_UPDATE: Channel;
  THREAD_DELETE: Channel;
  MESSAGE_CREATE: Message;
  MESSAGE_UPDATE: Change;
  MESSAGE_DELETE: { id: ID; channel_id: ID };
  INTERACTION_CREATE: { id: ID; nonce: string };
  INTERACTION_SUCCESS: { id: ID; nonce: string };
  INTERACTION_FAILURE: { id: ID; nonce: string };
  INTERACTION_MODAL_CREATE: Modal;
  APPLICATION_COMMAND_AUTOCOMPLETE_RESPONSE: { nonce: string; choices?: Choice[] };
}

/** One event: its name and its data. */
export type Event = { [Name in keyof Events]: { t: Name; d: Events[Name] } }[keyof Events];

/** A frame of the gateway. */
export type Frame =
  | { op: 0; s: number } & Event
  | { op: 1 | 7 | 11 }
  | { op: 9; d: boolean }
  | { op: 10; d: { heartbeat_interval: number } };
