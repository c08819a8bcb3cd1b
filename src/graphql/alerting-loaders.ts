import {
  listDeliveriesOfIncidents,
  listDeliveryAttempts,
  listIncidentIdsOfDeliveries,
  listLastDeliveries,
} from '../alerting/deliveries/delivery-queries.ts'
import { findDestinations } from '../alerting/destinations/destination-queries.ts'
import type { RootDatabase } from '../database/database.ts'
import { loadMany, loadOne } from './batch-loading.ts'

/** The batched reads of destinations and deliveries, cached for one operation. */
export const createAlertingLoaders = (db: RootDatabase) => ({
  deliveryAttempts: loadMany(
    (ids: readonly string[]) => listDeliveryAttempts(db, ids),
    (attempt) => attempt.deliveryId,
  ),
  deliveryIncidents: loadMany(
    (ids: readonly string[]) => listIncidentIdsOfDeliveries(db, ids),
    (row) => row.deliveryId,
  ),
  destination: loadOne(
    (ids: readonly string[]) => findDestinations(db, ids),
    (destination) => destination.id,
  ),
  incidentDeliveries: loadMany(
    (ids: readonly string[]) => listDeliveriesOfIncidents(db, ids),
    (delivery) => delivery.incidentId,
  ),
  lastDelivery: loadOne(
    (ids: readonly string[]) => listLastDeliveries(db, ids),
    (delivery) => delivery.destinationId,
  ),
})
