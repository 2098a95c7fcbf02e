import '@mantine/core/styles/ScrollArea.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/PillsInput.layer.css';
import '@mantine/core/styles/Input.layer.css';
import { MultiSelect } from '@mantine/core';
import { CheckIcon, ChevronDownIcon } from '../ui/icons';
import { inputProps, type FieldProps } from '../form/field-props';
import classes from './multi-select-field.module.css';

interface MultiSelectFieldProps extends FieldProps {
  value: readonly string[];
  /** `short` stands for the label among the chosen. */
  options: readonly { value: string; label: string; short?: string }[];
  /** In the field while nothing is chosen. */
  placeholder: string;
  /** In the open list when there is nothing to choose from. */
  emptyText: string;
  onChange: (value: string[]) => void;
}

/** Several of many: the chosen stand in the field, all of them in the list under it. */
export function MultiSelectField({ value, options, placeholder, emptyText, ...props }: MultiSelectFieldProps) {
  const labels = new Map(options.map((option) => [option.value, option.label]));
  return (
    <MultiSelect
      {...inputProps(props)}
      classNames={{ dropdown: classes.dropdown ?? '', option: classes.option ?? '', pill: classes.pill ?? '' }}
      comboboxProps={{ hideDetached: false, transitionProps: { duration: 0 } }}
      // Clearing the search would also forget the option that the keyboard is on.
      clearSearchOnChange={false}
      withScrollArea={false}
      rightSection={<ChevronDownIcon width={16} />}
      nothingFoundMessage={emptyText}
      value={[...value]}
      data={options.map((option) => ({ value: option.value, label: option.short ?? option.label }))}
      renderOption={({ option, checked }) => (
        <>
          {labels.get(option.value)}
          {checked && <CheckIcon className={classes.check} />}
        </>
      )}
      placeholder={value.length === 0 ? placeholder : ''}
    />
  );
}
