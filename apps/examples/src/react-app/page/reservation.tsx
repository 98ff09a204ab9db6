import type { Outcome, RemoteAgent } from '@formwork/client';
import { type Json, SkillForm } from '@formwork/react';
import { ResultView } from '@formwork/react/result';
import '@formwork/react/theme.css';
import { type ReactNode, useState } from 'react';

/** Draws the form of a skill, then the forms of its questions, then its result. */
export function Reservation({ agent }: { readonly agent: RemoteAgent }): ReactNode {
  const skill = agent.skill('reserve');
  const [outcome, setOutcome] = useState<Outcome<unknown>>();
  const [problem, setProblem] = useState('');

  /** Shows what a call leads to. The form cannot be sent again meanwhile. */
  async function show(call: Promise<Outcome<unknown>>): Promise<void> {
    try {
      setOutcome(await call);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
  }

  const [input] = skill.inputs();
  const [output] = skill.outputs();
  if (problem !== '') return <p role="alert">{problem}</p>;
  if (input?.kind !== 'usable') return <p>This skill has no form.</p>;
  if (outcome === undefined) {
    return (
      <SkillForm
        key="input"
        schema={input.schema}
        title={skill.name}
        submitLabel="Reserve"
        onSubmit={(data) => show(skill.run(data))}
      />
    );
  }
  if (outcome.state === 'input-required' && outcome.question.kind === 'form') {
    const { question } = outcome;
    return (
      <SkillForm
        key={question.number}
        schema={question.schema}
        title={question.prompt}
        submitLabel="Answer"
        onSubmit={(data) => show(question.answer(data))}
      />
    );
  }
  if (outcome.state !== 'completed') return <p role="alert">{outcome.text || outcome.state}</p>;
  return (
    <ResultView
      data={outcome.data as Json}
      schemaName={output?.name ?? ''}
      {...(output?.kind === 'usable' && { schema: output.schema })}
    />
  );
}
