import { EXPORT_FORMATS, type ExportFormat, type ExportList } from '@kantor/contract/plain/exports.ts';
import { Button } from '@mantine/core';
import { useEffect, useEffectEvent, useState } from 'react';
import { Link } from 'react-router';
import { isUnfinished, type ListFile, useCreateExportMutation, useGetExportQuery } from '@/api/exports';
import { useAction } from '@/shared/action/use-action';
import { Dialog } from '@/shared/dialog/dialog';
import { paths } from '@/shared/lib/paths';
import { saveAddress } from './save-file';
import { FilterButtons } from '@/shared/ui/filter-buttons';
import { toast } from '@/shared/ui/toast';
import classes from './exports.module.css';
import { Progress, StopButton } from './progress';
import { useTexts } from './texts';

interface FileDialogProps {
  list: ExportList;
  object?: string;
  filters: Record<string, string>;
  /** Keys of the columns on the screen, in their order. */
  columns: readonly string[];
  onClose: () => void;
}

const WHICH = ['screen', 'all'] as const;
type Which = (typeof WHICH)[number];

/** Asks how a list is taken away, and waits for the file; whoever does not wait finds it under «Файлы». */
export default function FileDialog({ list, object, filters, columns, onClose }: FileDialogProps) {
  const t = useTexts();
  const [format, setFormat] = useState<ExportFormat>('csv');
  const [which, setWhich] = useState<Which>('screen');
  const [file, setFile] = useState<ListFile>();
  const [create, { isLoading }] = useCreateExportMutation();
  const run = useAction(create, { failure: t('exports:failed'), onSuccess: setFile });
  const ask = () =>
    void run({
      list,
      format,
      filters,
      ...(object !== undefined && { object }),
      ...(which === 'screen' && { columns: [...columns] }),
    });
  return (
    <Dialog title={t('exports:title')} onClose={onClose} isBusy={isLoading}>
      {file === undefined ? (
        <>
          <p className={classes.text}>{t('exports:what')}</p>
          <div className={classes.choice}>
            <span>{t('exports:format')}</span>
            <FilterButtons<ExportFormat>
              label={t('exports:format')}
              value={format}
              options={EXPORT_FORMATS.map((value) => ({ value, label: t(`exports:formats.${value}`) }))}
              onChange={setFormat}
            />
          </div>
          <div className={classes.choice}>
            <span>{t('exports:columns')}</span>
            <FilterButtons<Which>
              label={t('exports:columns')}
              value={which}
              options={WHICH.map((value) => ({ value, label: t(`exports:columnsOf.${value}`) }))}
              onChange={setWhich}
            />
          </div>
          <div className={classes.actions}>
            <Button variant="default" onClick={onClose}>
              {t('exports:cancel')}
            </Button>
            <Button data-autofocus loading={isLoading} onClick={ask}>
              {t('exports:take')}
            </Button>
          </div>
        </>
      ) : (
        <Waiting asked={file} onClose={onClose} />
      )}
    </Dialog>
  );
}

const ASK_EVERY_MS = 1000;

/** A file in the making; once it is there, it is taken. */
function Waiting({ asked, onClose }: { asked: ListFile; onClose: () => void }) {
  const t = useTexts();
  const { data: file = asked } = useGetExportQuery(asked.id, {
    skip: !isUnfinished(asked),
    pollingInterval: ASK_EVERY_MS,
  });
  const take = useEffectEvent(() => {
    if (file.url === null) return;
    saveAddress(file.name, file.url);
    toast.success(t('exports:taken'));
    onClose();
  });
  useEffect(() => {
    if (file.state === 'done') take();
  }, [file.state]);
  return (
    <>
      <Progress file={file} />
      {isUnfinished(file) && (
        <p className={classes.text}>
          {t('exports:wait')} <Link to={paths.files}>{t('exports:files')}</Link>
        </p>
      )}
      <div className={classes.actions}>
        {isUnfinished(file) && <StopButton file={file} />}
        <Button data-autofocus variant="default" onClick={onClose}>
          {t('exports:close')}
        </Button>
      </div>
    </>
  );
}
