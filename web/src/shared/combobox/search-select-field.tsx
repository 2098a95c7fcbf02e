import '@mantine/core/styles/ScrollArea.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Input.layer.css';
import { Select } from '@mantine/core';
import { ChevronDownIcon } from '../ui/icons';
import { inputProps, type FieldProps } from '../form/field-props';
import classes from './multi-select-field.module.css';

interface SearchSelectFieldProps extends FieldProps {
  /** Empty when nothing is chosen. */
  value: string;
  options: readonly { value: string; label: string }[];
  placeholder: string;
  /** In the open list when nothing fits what was typed. */
  emptyText: string;
  /** The name of the button that takes the choice back. */
  clearText: string;
  onChange: (value: string) => void;
  /** Told what is typed; the options are then whatever fits it, and none of them is left out. */
  onSearch?: (text: string) => void;
  onOpen?: () => void;
}

/** One of very many: typing looks for it. */
export function SearchSelectField({
  options,
  emptyText,
  clearText,
  onChange,
  onSearch,
  onOpen,
  ...props
}: SearchSelectFieldProps) {
  return (
    <Select
      {...inputProps(props)}
      classNames={{ dropdown: classes.dropdown ?? '', option: classes.option ?? '' }}
      comboboxProps={{ hideDetached: false, transitionProps: { duration: 0 } }}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': clearText }}
      withScrollArea={false}
      rightSection={props.value === '' ? <ChevronDownIcon width={16} /> : undefined}
      nothingFoundMessage={emptyText}
      data={options}
      value={props.value === '' ? null : props.value}
      onChange={(value) => onChange(value ?? '')}
      {...(onSearch && { onSearchChange: onSearch, filter: ({ options: all }) => all })}
      {...(onOpen && { onDropdownOpen: onOpen })}
    />
  );
}
