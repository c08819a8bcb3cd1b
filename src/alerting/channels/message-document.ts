import type { Language } from '../../lib/language.ts'
import type { AlertIncident, AlertMessage, DigestMessage, IncidentsMessage } from '../message.ts'
import { singleLine } from './plain-text.ts'
import { wordings, type Wording } from './wording.ts'

/** Maximum lengths, in characters, of texts from outside, so that a message of twenty incidents fits everywhere. */
const maxNameLength = 100
const maxLabelLength = 60
const maxSentenceLength = 300

/** A message in one language, as text that each format lays out. All texts are single lines without markup. */
export type MessageDocument = {
  title: string
  intro: string | null
  sections: DocumentSection[]
  link: DocumentLink | null
}

export type DocumentLink = { url: string; label: string }
export type DocumentSection = { heading: string; items: DocumentItem[]; more: string | null }
export type DocumentItem = { level: keyof Wording['states']; title: string; text: string; url: string | null }

/** The text of a message in a language. */
export function describeMessage(message: AlertMessage, language: Language): MessageDocument {
  const wording = wordings[language]
  const describe = (incident: AlertIncident) => describeIncident(incident, language)
  switch (message.kind) {
    case 'INCIDENTS':
      return describeIncidents(message, wording, describe)
    case 'DIGEST':
      return describeDigest(message, wording, describe)
    case 'TEST': {
      const intro = wording.test(singleLine(message.by, maxNameLength))
      return { title: wording.testTitle, intro, sections: [], link: toLink(message.url, wording.openPage) }
    }
    case 'EVENT': {
      const intro = singleLine(message.sentence[language], maxSentenceLength)
      return { title: wording.eventTitle, intro, sections: [], link: toLink(message.url, wording.openPage) }
    }
  }
}

/** The state of an incident and its subject, such as `Failing: Librería Aleph`. */
export const incidentTitle = (incident: AlertIncident, language: Language): string =>
  `${wordings[language].states[levelOf(incident)]}: ${singleLine(incident.subject.name, maxNameLength)}`

/** All other facts about an incident, in sentences. */
export function incidentText(incident: AlertIncident, language: Language): string {
  const wording = wordings[language]
  const { kind, area, critical } = incident.subject
  const subject = `${(critical ? wording.criticalKinds : wording.kinds)[kind]}${area === null ? '' : wording.area(singleLine(area, maxLabelLength))}.`
  const reason = singleLine(incident.reason[language], maxSentenceLength)
  return [subject, reason, wording.since(wording.time(incident.openedAt)), handlingOf(incident, wording)].join(' ')
}

type Describe = (incident: AlertIncident) => DocumentItem

function describeIncidents(message: IncidentsMessage, wording: Wording, describe: Describe): MessageDocument {
  const { firing, omitted, resolved, omittedResolved, counts, group } = message
  const sections: DocumentSection[] = [
    { heading: wording.open(counts.firing, counts.acknowledged), ...toList(firing, omitted, wording, describe) },
    { heading: wording.resolved(counts.resolved), ...toList(resolved, omittedResolved, wording, describe) },
  ]
  const listed = [...firing, ...resolved].map(describe)
  const [only] = listed.length + omitted + omittedResolved === 1 ? listed : []
  const label = group.label === null ? '' : `${singleLine(group.label, maxLabelLength)}: `
  return {
    title: only ? only.title : `${label}${wording.counts(counts)}`,
    intro: null,
    sections: sections.filter(({ items, more }) => items.length > 0 || more !== null),
    link: toLink(message.url, wording.allIncidents),
  }
}

function describeDigest(message: DigestMessage, wording: Wording, describe: Describe): MessageDocument {
  const { from, at, opened, resolved, open, omitted, url } = message
  const count = open.length + omitted
  const acknowledged = message.acknowledged ?? open.filter(isAcknowledged).length
  return {
    title: wording.digestTitle({ opened, resolved, open: count }),
    intro: [wording.digestPeriod(wording.time(from), wording.time(at)), expiringText(message, wording)]
      .join(' ')
      .trim(),
    sections:
      count === 0 ? [] : [{ heading: wording.open(count, acknowledged), ...toList(open, omitted, wording, describe) }],
    link: toLink(url, wording.allIncidents),
  }
}

function expiringText({ expiring = [], expiringOmitted = 0 }: DigestMessage, wording: Wording): string {
  const keys = expiring.map(({ service, expiresAt }) => ({
    service: singleLine(service, maxNameLength),
    at: wording.time(expiresAt),
  }))
  return keys.length === 0 ? '' : wording.expiringKeys(keys, expiringOmitted)
}

const isAcknowledged = ({ status }: AlertIncident) => status === 'ACKNOWLEDGED'

const toList = (incidents: AlertIncident[], omitted: number, wording: Wording, describe: Describe) => ({
  items: incidents.map(describe),
  more: omitted > 0 ? wording.more(omitted) : null,
})

const describeIncident = (incident: AlertIncident, language: Language): DocumentItem => ({
  level: levelOf(incident),
  title: `#${incident.number} ${incidentTitle(incident, language)}`,
  text: incidentText(incident, language),
  url: incident.url,
})

const levelOf = ({ status, severity }: AlertIncident) => (status === 'RESOLVED' ? status : severity)

function handlingOf({ openedAt, resolvedAt, acknowledgedBy }: AlertIncident, wording: Wording): string {
  if (resolvedAt !== null) {
    const duration = wording.duration(Date.parse(resolvedAt) - Date.parse(openedAt))
    return wording.resolvedAfter(wording.time(resolvedAt), duration)
  }
  return acknowledgedBy === null ? wording.notTaken : wording.takenBy(singleLine(acknowledgedBy, maxLabelLength))
}

const toLink = (url: string | null, label: string): DocumentLink | null => (url === null ? null : { url, label })
